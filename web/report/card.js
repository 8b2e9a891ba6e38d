// The avatar's card: who made it, what others may do with it in plain words, its bones, and what its expressions change.
import {make, nameOf, paragraph, quoted, say, sentence} from './text.js';

const ALLOWED = {false: 'NOT_ALLOWED', true: 'ALLOWED'};
const ALLOWED_0X = {Disallow: 'NOT_ALLOWED', Allow: 'ALLOWED'};
/** Terms of VRMC_vrm 1.0, meta: [term, word, readings]; the first reading is the default. */
const TERMS = [
  ['acting', 'ACTING', {onlyAuthor: 'ONLY_AUTHOR', onlySeparatelyLicensedPerson: 'ONLY_LICENSED', everyone: 'EVERYBODY'}],
  ['commerce', 'COMMERCE', {personalNonProfit: 'NO_PROFIT', personalProfit: 'PROFIT', corporation: 'CORPORATION'}],
  ['credit', 'CREDIT', {required: 'REQUIRED', unnecessary: 'UNNECESSARY'}],
  ['passingOn', 'PASSING_ON', ALLOWED],
  ['changing', 'CHANGING', {prohibited: 'NOT_ALLOWED', allowModification: 'CHANGE', allowModificationRedistribution: 'CHANGE_AND_PASS_ON'}],
  ['violence', 'VIOLENCE', ALLOWED],
  ['sex', 'SEX', ALLOWED],
  ['politics', 'POLITICS', ALLOWED],
  ['hate', 'HATE', ALLOWED],
  ['licence', 'LICENCE', {}],
  ['other', 'OTHER', {}],
];
/** Terms of VRM 0.x, meta: they have no defaults. */
const TERMS_0X = [
  ['acting', 'ACTING', {OnlyAuthor: 'ONLY_AUTHOR', ExplicitlyLicensedPerson: 'ONLY_LICENSED', Everyone: 'EVERYBODY'}],
  ['commerce', 'COMMERCE', ALLOWED_0X],
  ['violence', 'VIOLENCE', ALLOWED_0X],
  ['sex', 'SEX', ALLOWED_0X],
  ['licence', 'LICENCE', {Redistribution_Prohibited: 'NO_PASSING_ON', Other: 'OTHER_LICENCE'}],
  ['other', 'OTHER', {}],
  ['more', 'MORE', {}],
];

const word = (name, values) => say(`CARD_${name}`, values);
const pair = (name, ...content) => [make('dt', null, word(name)), make('dd', null, ...content)];
const andMore = (count) => say('AND_MORE_COUNT', {count});

function term({is0x, terms}, [key, name, readings]) {
  const value = terms[key];
  const [standard] = Object.values(readings);
  if (value !== undefined) return pair(name, Object.hasOwn(readings, value) ? word(readings[value]) : nameOf(value));
  if (standard === undefined && key !== 'licence') return [];
  return pair(name, is0x || standard === undefined ? word('UNSAID') : word('BY_DEFAULT', {thing: word(standard)}));
}

function bound({kind, index, what, of}) {
  const name = {morph: what === undefined ? 'NUMBER' : 'MORPH', colour: 'COLOUR', texture: 'TEXTURE', node: 'NODE'}[kind];
  const values = {index, what: quoted(what ?? ''), of: quoted(of ?? '')};
  return sentence(word(of === undefined ? name : `${name}_OF`, values));
}

function expression({name, custom, more, bound: list}) {
  const lines = [...list.map(bound), ...(list.length === 0 ? [[make('span', 'at', word('NOTHING'))]] : []), ...(more > 0 ? [[andMore(more)]] : [])];
  return make('tr', null, make('th', {scope: 'row'}, nameOf(name), custom && ' ', custom && make('span', 'at', word('CUSTOM'))),
    make('td', null, lines.flatMap((line, i) => (i === 0 ? line : [make('br'), ...line]))));
}

const missing = (style, name, bones) => bones.length > 0 && make('p', style, word(name), bones.flatMap((bone) => [' ', make('code', null, bone)]));

export function cardPart(card) {
  const named = (name, value) => (value === undefined ? [] : pair(name, nameOf(value)));
  const authors = card.authors.flatMap((author, i) => (i === 0 ? [nameOf(author)] : [say('COMMA'), nameOf(author)]));
  const {expressions, moreExpressions, missingNeeded} = card;
  return make('details', 'card', make('summary', null, say('CARD')), make('div', 'columns',
    make('div', null, make('dl', null, named('TITLE', card.title), named('VERSION', card.version), authors.length > 0 ? pair('AUTHORS', authors) : [],
      named('CONTACT', card.contact)),
    make('h3', null, word('TERMS')), make('dl', null, (card.is0x ? TERMS_0X : TERMS).flatMap((one) => term(card, one)))),
    make('div', null, make('h3', null, word('BONES')), paragraph(null, 'CARD_BONES_MAPPED', {count: card.bones}),
      missing('needed', 'MISSING_NEEDED', card.missing.slice(0, missingNeeded)), missing('at', 'MISSING', card.missing.slice(missingNeeded))),
    make('div', null, make('h3', null, word('EXPRESSIONS')), expressions.length === 0 && paragraph('at', 'CARD_NO_EXPRESSIONS'),
      expressions.length > 0 && make('table', null, make('tbody', null, expressions.map(expression))),
      moreExpressions > 0 && make('p', 'at', andMore(moreExpressions)))));
}
