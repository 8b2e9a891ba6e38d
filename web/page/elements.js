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

/** Takes from a link what it saves. */
export function unsave(link) {
  if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href);
  link.removeAttribute('download');
  link.href = '#report';
  link.hidden = true;
}

/** Lets a link save bytes by the name that a path ends with, with a mark before its extension. */
export function save(link, path, bytes, mark) {
  unsave(link);
  const name = path.split('/').at(-1);
  const dot = name.lastIndexOf('.');
  link.href = URL.createObjectURL(new Blob([bytes], {type: 'application/octet-stream'}));
  link.download = `${name.slice(0, dot)}${mark}${name.slice(dot)}`;
  link.hidden = false;
}
