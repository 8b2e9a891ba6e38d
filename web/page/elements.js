// Functions that find, make and fill elements of the page.
import {make} from '../report/text.js';

export {make};
export const $ = (id) => document.getElementById(id);

export function options(select, names, nameOf) {
  const {value} = select;
  select.replaceChildren(...names.map((name) => make('option', {value: name}, nameOf(name))));
  if (names.map(String).includes(value)) select.value = value;
}

/** Makes an item of a list of findings: a badge, coloured by severity, and a message. */
export const badged = (severity, badge, message) => make('li', severity, badge !== undefined && make('span', 'severity', badge), make('span', null, message));

/** Removes from a link the file that it saves. */
export function unsave(link) {
  if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href);
  link.removeAttribute('download');
  link.href = '#report';
  link.hidden = true;
}

/** Makes a link save bytes under the file name of a path, with a mark before the extension. */
export function save(link, path, bytes, mark) {
  unsave(link);
  const name = path.split('/').at(-1);
  const dot = name.lastIndexOf('.');
  link.href = URL.createObjectURL(new Blob([bytes], {type: 'application/octet-stream'}));
  link.download = `${name.slice(0, dot)}${mark}${name.slice(dot)}`;
  link.hidden = false;
}
