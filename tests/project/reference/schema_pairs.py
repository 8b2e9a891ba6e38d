"""Valid and invalid instances of the extensions' schemas; each invalid one breaks one keyword.

They are made from the project's schemas; a test checks them with the published schemas. Unknown names, and things for which the
project's schema only has a warning, make no pairs: the published schemas allow them.
"""

import json
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "schema")
NAMES = ("VRMC_springBone-1.0", "VRMC_springBone_extended_collider-1.0", "VRMC_springBone_limit-1.0-draft",
         "VRMC_node_constraint-1.0", "VRMC_vrm-1.0", "VRMC_vrm_animation-1.0", "VRMC_materials_mtoon-1.0",
         "VRMC_materials_hdr_emissiveMultiplier-1.0", "VRM-0.x", "VRM-0.x-secondaryAnimation")
# Bones that published schemas require, and for which the project has rules.
LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems")
DEEPEST = 12


class Schemas:
    def __init__(self):
        self.documents = {}

    def document(self, name):
        if name not in self.documents:
            with open(os.path.join(FOLDER, name + ".schema.json"), encoding="utf-8") as file:
                self.documents[name] = json.load(file)
        return self.documents[name]

    def target(self, reference, name):
        other, _, pointer = reference.partition("#")
        name = other.removesuffix(".schema.json") or name
        found = self.document(name)
        for token in pointer.split("/")[1:]:
            found = found[token]
        return found, name

    def merge(self, parts):
        """Returns the combined keywords of schemas that all apply, references resolved; members are lists of such schemas."""
        out = {"properties": {}, "items": [], "required": []}
        parts = list(parts)
        while parts:
            schema, name = parts.pop(0)
            if "$ref" in schema:
                parts.append(self.target(schema["$ref"], name))
            for key, value in schema.items():
                if key == "properties":
                    for member, one in value.items():
                        out["properties"].setdefault(member, []).append((one, name))
                elif key == "items":
                    out["items"].append((value, name))
                elif key == "required":
                    out["required"] += value
                elif key == "x-severity":
                    out.setdefault(key, {}).update(value)
                else:
                    out.setdefault(key, value)
        return out


def alternatives(schema):
    """Returns the members of which exactly one must be present: alternatives of oneOf."""
    found = [one.get("required", [None])[0] for one in schema.get("oneOf", [])]
    return found if found and None not in found else []


class Maker:
    def __init__(self, name):
        self.schemas = Schemas()
        self.name = name
        self.is_old = name.startswith("VRM-0")  # its published schemas set no minimum for indices and require nothing
        self.root = self.schemas.merge([(self.schemas.document(name), name)])
        self.invalid = []
        self.valid = []

    def least(self, schema, member=None):
        """Returns a valid value that is as small as possible but has the member."""
        kind = schema.get("type")
        kind = kind[0] if isinstance(kind, list) else kind
        if "enum" in schema:
            return schema["enum"][0]
        if "x-index" in schema:
            return 0
        if kind in ("number", "integer"):
            low, high = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1), schema.get("maximum")
            return low if high is None or low <= high else high
        if kind == "string":
            return "1.0"
        if kind == "boolean":
            return True
        if kind == "array":
            return [self.least(self.schemas.merge(schema["items"])) for _ in range(schema.get("minItems", 0))]
        out = {}
        choice = alternatives(schema)
        names = schema["required"] + ([member] if member is not None else [])
        if choice and not any(one in names for one in choice):
            names = names + [choice[0]]
        for one in dict.fromkeys(names):
            out[one] = self.least(self.schemas.merge(schema["properties"][one]))
        return out

    def judged(self, schema, keyword):
        judged = schema.get("x-severity", {}).get(keyword, "error")
        return judged == "error" or (judged == "rule" and keyword == "required")  # rules report missing bones

    def bad(self, build, pointer, keyword, value):
        self.invalid.append({"keyword": keyword, "pointer": pointer, "instance": build(value)})

    def break_value(self, schema, build, pointer):
        kind = schema.get("type")
        index = "x-index" in schema
        if (isinstance(kind, str) or index) and self.judged(schema, "type"):
            self.bad(build, pointer, "type", [] if kind == "object" else {})
        if "enum" in schema and isinstance(schema["enum"][0], str) and self.judged(schema, "enum"):
            self.bad(build, pointer, "enum", "none of them")
        if index:
            if not self.is_old:
                self.bad(build, pointer, "minimum", -1)
        elif kind in ("number", "integer"):
            for keyword, by in (("minimum", -1), ("maximum", 1), ("exclusiveMinimum", 0), ("exclusiveMaximum", 0)):
                if keyword in schema and self.judged(schema, keyword):
                    self.bad(build, pointer, keyword, schema[keyword] + by)

    def break_array(self, schema, build, pointer, depth):
        item = self.schemas.merge(schema["items"])
        one = self.least(item)
        least = schema.get("minItems", 0)
        if least > 0 and self.judged(schema, "minItems"):
            self.bad(build, pointer, "minItems", [one] * (least - 1))
        if "maxItems" in schema and self.judged(schema, "maxItems"):
            self.bad(build, pointer, "maxItems", [one] * (schema["maxItems"] + 1))
        self.walk(item, lambda value: build([value] + [one] * (max(least, 1) - 1)), pointer + "/0", depth + 1)

    def break_object(self, schema, build, pointer, depth):
        choice = alternatives(schema)
        for name in dict.fromkeys(schema["required"]):
            value = self.least(schema)
            del value[name]
            if self.judged(schema, "required") and name not in choice and not self.is_old:
                self.bad(build, pointer, "required", value)
        if choice and self.judged(schema, "oneOf"):
            value = self.least(schema)
            self.bad(build, pointer, "oneOf", {key: one for key, one in value.items() if key not in choice})
            self.bad(build, pointer, "oneOf", dict(value, **self.least(schema, choice[1])))
        for name, parts in schema["properties"].items():
            if name in ("extensions", "extras"):
                continue
            member = self.schemas.merge(parts)

            def within(value, name=name):
                return build(dict(self.least(schema, name), **{name: value}))

            self.valid.append(within(self.least(member)))
            if pointer.endswith("/humanBones") and name != "hips":
                self.break_value(member, within, "%s/%s" % (pointer, name))  # all bones have the same schema as hips
            else:
                self.walk(member, within, "%s/%s" % (pointer, name), depth + 1)

    def walk(self, schema, build, pointer, depth):
        if depth > DEEPEST or "type" not in schema and "x-index" not in schema:
            return
        self.break_value(schema, build, pointer)
        if schema.get("type") == "array" and schema["items"]:
            self.break_array(schema, build, pointer, depth)
        elif schema.get("type") == "object":
            self.break_object(schema, build, pointer, depth)

    def make(self):
        self.valid.append(self.least(self.root))
        self.walk(self.root, lambda value: value, "", 0)

        def distinct(values):
            return list({json.dumps(value): value for value in values}.values())
        return {"schema": self.name, "valid": distinct(self.valid), "invalid": distinct(self.invalid)}


def make():
    """Returns the pairs of each schema, by its name."""
    return {name: Maker(name).make() for name in NAMES}


if __name__ == "__main__":
    for made in make().values():
        print(made["schema"], len(made["valid"]), len(made["invalid"]), len(json.dumps(made)))
