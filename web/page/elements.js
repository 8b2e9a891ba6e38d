// Elements of the page: found, made, filled.
export const $ = (id) => document.getElementById(id);

export function make(tag, text, properties = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  return made;
}

export function options(select, names, nameOf) {
  const {value} = select;
  select.replaceChildren(...names.map((name) => make('option', nameOf(name), {value: name})));
  if (names.map(String).includes(value)) select.value = value;
}
