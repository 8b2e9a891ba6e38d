"""Makes files that each break one shared rule, from a valid example of an extension, by its descriptor and its schema.

The example of a family is fixtures/FAMILY/example.gltf. Each case changes one thing in it."""
import copy
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'po'))
import texts  # noqa: E402

TOO_LARGE = 1e300  # for single precision


class Raw(str):
    """A number with a given spelling."""


class Descriptor:
    """An extension of extensions.def."""

    def __init__(self, src, extension):
        text = texts.read(os.path.join(src, 'tables', 'extensions.def'))
        begin = re.search(r'^EXTENSION\(\s*%s,' % extension, text, re.M).end()
        row = text[begin:].partition('\nEXTENSION(')[0]
        self.name, self.family = texts.STRING.findall(row)[:2]
        self.places = texts.STRING.findall(re.search(r'PLACES\((.*?)\)', row, re.S).group(1))
        self.versions = re.findall(r'(RELEASED|PRERELEASE)\("(.*?)",\s*"(.*?)"', row)
        self.schema = self.versions[0][2]
        self.schemas = [schema for *_, schema in self.versions] + re.findall(r'\{"\w+", "([\w.-]+)"\}', row)
        parts = re.search(r'PARTS\((.*?)\),\n', row, re.S)
        self.parts = re.findall(r'\{"(.*?)", "(.*?)"\}', parts.group(1)) if parts else []


class Schemas:
    """The embedded schemas; references are resolved."""

    def __init__(self, folder):
        self.folder = folder
        self.known = {}

    def file(self, name):
        if name not in self.known:
            with open(os.path.join(self.folder, name + '.schema.json'), encoding='utf-8') as file:
                self.known[name] = json.load(file)
        return self.known[name]

    def resolve(self, name, schema):
        """Returns (file, schema) with references resolved: the members of the referenced schema and its own."""
        while '$ref' in schema:
            target, _, path = schema['$ref'].partition('#')
            name = target.removesuffix('.schema.json') or name
            found = self.file(name)
            for token in path.split('/')[1:]:
                found = found[token]
            own = {key: value for key, value in schema.items() if key != '$ref'}
            schema = {**found, **own}
            if 'properties' in found and 'properties' in own:  # both apply
                schema.update(properties=found['properties'], allOf=[{'properties': own['properties']}])
        return name, schema

    def walk(self, name, schema, value, path):
        """Yields (path, schema) of each value in an instance, except for extensions and extras."""
        name, schema = self.resolve(name, schema)
        yield path, schema
        for child in schema.get('allOf', ()):
            yield from self.walk(name, child, value, path)
        if isinstance(value, dict):
            for key, child in value.items():
                below = schema.get('properties', {}).get(key, schema.get('additionalProperties'))
                if key not in ('extensions', 'extras') and isinstance(below, dict):
                    yield from self.walk(name, below, child, path + [key])
        elif isinstance(value, list) and 'items' in schema:
            for i, child in enumerate(value):
                yield from self.walk(name, schema['items'], child, path + [i])

    def can_break(self, name, schema, parts=(), path='', seen=None):
        """Returns (family or None, name of a shared rule) for all rules that instances can break, except for versions.

        parts: (pattern of a pointer below the instance, family) of the parts that belong to another family. None means the
        extension's own family."""
        seen = set() if seen is None else seen
        if (id(schema), path.count('/') > 6) in seen:
            return set()
        seen.add((id(schema), path.count('/') > 6))
        name, schema = self.resolve(name, schema)
        family = next((other for pattern, other in parts if (path + '/').startswith(pattern + '/')), None)
        found = {(family, shared) for shared, _ in broken(schema, None)}
        found |= {(family, 'unknown-property')} if 'properties' in schema else set()
        below = [('/' + key, child) for key, child in schema.get('properties', {}).items()
                 if key not in ('extensions', 'extras', 'specVersion')]
        below += [('', child) for word in ('allOf', 'anyOf', 'oneOf') for child in schema.get(word, ())]
        for key, child in below + [('/#', schema.get('items')), ('/*', schema.get('additionalProperties'))]:
            if isinstance(child, dict):
                found |= self.can_break(name, child, parts, path + key, seen)
        return found


def extensions(src):
    """Returns the descriptors of all extensions, in order."""
    text = texts.read(os.path.join(src, 'tables', 'extensions.def'))
    return [Descriptor(src, name) for name in re.findall(r'^EXTENSION\(\s*(\w+),', text, re.M)]


def can_break(root):
    """Returns {family: names of the shared schema rules that its instances can break}."""
    found = {}
    schemas = Schemas(os.path.join(root, 'schema'))
    for extension in extensions(os.path.join(root, 'src')):
        for schema in extension.schemas:
            for family, shared in schemas.can_break(schema, schemas.file(schema), extension.parts):
                found.setdefault(family or extension.family, set()).add(shared)
    return found


def broken(schema, value):
    """Yields (shared rule, value that breaks it) for a value and its schema, without its members and elements."""
    if 'x-index' in schema:
        number = value if isinstance(value, int) else 0
        if number < 0:  # -1 means none in VRM 0.x
            return
        yield from (('wrong-type', str(number)), ('index-not-integer', number + 0.5),
                    ('index-written-as-float', Raw('%d.0' % number)), ('negative-index', -1), ('unresolved-index', 999999))
        return
    by_rules = [keyword for keyword, by in schema.get('x-severity', {}).items() if by == 'rule']  # reported under other names
    schema = {keyword: of for keyword, of in schema.items() if keyword not in by_rules}
    if 'type' in schema:
        yield 'wrong-type', 7 if schema['type'] == 'string' else 'none'
    if 'x-finite' in schema:
        yield 'not-finite', TOO_LARGE
    if 'minimum' in schema:
        yield 'value-out-of-range', schema['minimum'] - 1
    elif 'maximum' in schema:
        yield 'value-out-of-range', schema['maximum'] + 1
    if 'enum' in schema:
        yield 'unknown-value', 'none of these'
    if schema.get('minItems') == 1:
        yield 'empty-array', []
    elif 'minItems' in schema and schema['minItems'] == schema.get('maxItems'):
        yield 'array-length', (value or [0] * schema['minItems'])[:-1]
    if 'oneOf' in schema:
        yield 'one-of', {}
    for name in schema.get('required', ()):
        yield 'missing-property', {key: child for key, child in (value or {}).items() if key != name}


def places(root, pattern):
    """Returns the paths that match a pattern of pointers."""
    found = [[]]
    for token in pattern.split('/')[1:]:
        after = []
        for path in found:
            value = at(root, path)
            if token == '#':
                after += [path + [i] for i in range(len(value))] if isinstance(value, list) else []
            elif token == '*':
                after += [path + [key] for key in value] if isinstance(value, dict) else []
            elif isinstance(value, dict) and token in value:
                after.append(path + [token])
        found = after
    return found


def at(root, path):
    for token in path:
        root = root[token]
    return root


def changed(root, path, value):
    """Returns a copy of a document with another value at a path; None removes the value."""
    root = copy.deepcopy(root)
    holder = at(root, path[:-1])
    if value is None:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return root


def pointer(path):
    return ''.join('/' + str(token).replace('~', '~0').replace('/', '~1') for token in path)


def written(root):
    """Returns JSON text, with Raw numbers in their own spelling."""
    text = json.dumps(root, indent=1, default=str, ensure_ascii=False)
    return re.sub(r'"\\u0001(.*?)"', r'\1', text)


def packaging(root, name, instance):
    """Yields (shared rule, document, pointer) for the possible mistakes in how an extension is declared and placed."""
    used = root['extensionsUsed']
    gone = changed(root, instance, None)
    misnamed = changed(gone, instance[:-1] + [name.lower()], at(root, instance))
    misnamed['extensionsUsed'] = [other.lower() if other == name else other for other in used]
    astray = changed(gone, ['scenes', 0, 'extensions'], {name: at(root, instance)})
    entry = ['extensionsUsed', used.index(name)]
    yield 'not-declared', {**root, 'extensionsUsed': [other for other in used if other != name]}, ['extensionsUsed']
    yield 'declared-but-absent', gone, entry
    yield 'required-but-absent', {**gone, 'extensionsRequired': [name]}, ['extensionsRequired', 0]
    yield 'listed-as-required', {**root, 'extensionsRequired': [name]}, ['extensionsRequired', 0]
    yield 'wrong-location', astray, ['scenes', 0, 'extensions', name]
    yield 'misnamed', misnamed, instance[:-1] + [name.lower()]


def versions(root, descriptor, instance):
    """Yields the same for mistakes in its specVersion."""
    if descriptor.versions[0][1] != '':
        place = instance + ['specVersion']
        yield 'spec-version-missing', changed(root, place, None), instance
        yield 'spec-version-unknown', changed(root, place, '9.9'), place
        for status, text, *_ in descriptor.versions:
            if status == 'PRERELEASE':
                yield 'spec-version-prerelease', changed(root, place, text), place
                break


def values(root, schemas, descriptor, instance):
    """Yields the same for mistakes in each value of the extension."""
    schema = schemas.file(descriptor.schema)
    for path, of in schemas.walk(descriptor.schema, schema, at(root, instance), instance):
        value = at(root, path)
        if path[-1] == 'specVersion':
            continue
        for shared, other in broken(of, value):
            if shared == 'missing-property' and (other == value or 'specVersion' in set(value) - set(other)):
                continue  # the version has its own rule
            other = '\x01' + other if isinstance(other, Raw) else other
            yield shared, changed(root, path, other), path
        if isinstance(value, dict) and 'properties' in of:
            yield 'unknown-property', changed(root, path + ['unheardOf'], 1), path + ['unheardOf']


def example(root, family):
    """Returns the valid example of a family, or None."""
    path = os.path.join(root, 'fixtures', family, 'example.gltf')
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def cases(root, family, document):
    """Yields (name of a shared rule, text of a file that breaks it, pointer) for each mistake in an example of a family."""
    _, _, extension, *_ = family
    descriptor = Descriptor(os.path.join(root, 'src'), extension)
    schemas = Schemas(os.path.join(root, 'schema'))
    instance = [path for pattern in descriptor.places for path in places(document, pattern)][0]
    parts = [path for pattern, _ in descriptor.parts for path in places(document, pointer(instance) + pattern)]
    without = family[5].get('WITHOUT', [''])[0].split()
    for shared, other, path in (*packaging(document, descriptor.name, instance), *versions(document, descriptor, instance),
                                *values(document, schemas, descriptor, instance)):
        is_part = any(path[:len(part)] == part for part in parts)  # of another family
        if shared not in without and not is_part:
            yield shared, written(other), pointer(path)
