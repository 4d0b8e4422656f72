import type { Base } from './samples.ts';
import { FILES, FORMATS, sample } from './samples.ts';
import { type JsonSchema, type Members, resolve, typesOf } from './schema.ts';

/** Part of every invalid text, so that a response that repeats it is found. */
export const MARKER = 'zq-never-repeat-qz';
const NUMBER_MARKER = 86_420_975.5;
const UNKNOWN = ['unknown_member', '__proto__', 'constructor', 'toString'];

/** A body with one fault, and the field that the response must name. If `field` is a list, the response must name one or more of its fields. */
export interface Fault {
  what: string;
  field: string | string[];
  /** The code of the error, if the contract defines it. */
  code?: string;
  body: Members;
}

type Place = { schema: JsonSchema; value: unknown; field: string; put: (value: unknown) => Members };

const WRONG_TYPES: [type: string, value: unknown][] = [
  ['null', null],
  ['boolean', true],
  ['number', NUMBER_MARKER],
  ['string', MARKER],
  ['array', [MARKER]],
  ['object', { [MARKER.slice(0, 2)]: MARKER }],
];

/** Yields bodies with every single fault that the schema suggests: in each member and, for closed shapes, at every level below. */
export function* faultsOf(schema: JsonSchema, { body, chosen }: Base): Generator<Fault> {
  if (chosen) {
    const place = { schema: chosen.schema, value: body[chosen.member], field: chosen.member, put: (value: unknown) => ({ ...body, [chosen.member]: value }) };
    yield* inShape(resolve(chosen.schema), place);
    return;
  }
  if (schema.additionalProperties === false)
    for (const name of UNKNOWN) yield { what: 'is unknown', field: name, code: 'unknown_field', body: withMember(body, name, MARKER) };
  for (const name of schema.required ?? []) {
    yield { what: 'is missing', field: name, body: without(body, name) };
    const named = schema.additionalProperties === false ? [name, '__proto__'] : name;
    yield { what: 'is only in the prototype', field: named, body: withMember(without(body, name), '__proto__', body) };
  }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* at({ schema: property, value: body[name] ?? sample(property), field: name, put: (value) => ({ ...body, [name]: value }) });
}

function* at(place: Place): Generator<Fault> {
  const schema = resolve(place.schema);
  const types = typesOf(schema);
  const fault = (what: string, value: unknown): Fault => ({ what, field: place.field, body: place.put(value) });
  for (const [type, value] of WRONG_TYPES) if (!types.includes(type) && !(type === 'number' && types.includes('integer'))) yield fault(`is ${type}`, value);
  if (schema['x-chosen-by']) return;
  if (schema.enum && types.includes('string')) yield fault('is not an allowed value', MARKER);
  if (schema.format === 'binary') {
    yield fault('is text', MARKER);
    for (const [number, file] of FILES.invalid.entries()) yield fault(`is not a valid file (${number})`, file);
  } else if (types.includes('string')) for (const [what, value] of textFaults(schema)) yield fault(what, value);
  for (const [what, value] of numberFaults(schema, types)) yield fault(what, value);
  if (types.includes('array')) yield* inArray(schema, { ...place, value: Array.isArray(place.value) ? place.value : [] });
  yield* inShape(schema, place);
}

function* inShape(schema: JsonSchema, place: Place): Generator<Fault> {
  const tag = (schema.discriminator ?? schema['x-optional-discriminator'])?.propertyName ?? '';
  if (schema.oneOf) for (const branch of schema.oneOf) yield* inBranch(branch, tag, schema.required ?? [], place);
  else if (schema.properties) yield* inObject(schema, place);
  else if (typesOf(schema).includes('object')) yield { what: 'has a name that cannot be stored', field: place.field, body: place.put({ 'a\0b': 1 }) };
}

function* textFaults({ minLength = 0, maxLength, pattern, format, const: fixed }: JsonSchema): Generator<[string, string]> {
  yield ['contains NUL', `${MARKER}\0`];
  yield ['contains half a surrogate pair', `${MARKER}\ud800`];
  if (fixed !== undefined) yield ['differs from the constant', MARKER];
  if (minLength > 0) yield ['is too short', 'a'.repeat(minLength - 1)];
  if (maxLength !== undefined) yield ['is too long', 'a'.repeat(maxLength + 1)];
  const odd = pattern === undefined ? undefined : ['   ', `${MARKER} \n!`, MARKER].find((text) => !new RegExp(pattern, 'u').test(text));
  if (odd !== undefined) yield ['does not match the pattern', odd];
  for (const text of FORMATS[format ?? '']?.invalid ?? []) yield [`is not a valid ${format} (${text})`, text];
}

function* numberFaults({ minimum, maximum, multipleOf }: JsonSchema, types: string[]): Generator<[string, number]> {
  if (types.includes('integer')) yield ['is not an integer', 1.5];
  if (minimum !== undefined) yield* [['is below its bound', minimum - 1] as [string, number], ['is far below its bound', -1e300] as [string, number]];
  if (maximum !== undefined) yield* [['is above its bound', maximum + 1] as [string, number], ['is far above its bound', 1e300] as [string, number]];
  if (multipleOf !== undefined) yield ['is too precise', (minimum ?? 0) + 1 + multipleOf / 2];
}

function* inArray({ items = {}, minItems = 0, maxItems, uniqueItems }: JsonSchema, { value, field, put }: Place): Generator<Fault> {
  const list = value as unknown[];
  const item = list[0] ?? sample(items);
  if (minItems > 0) yield { what: 'has too few items', field, body: put(list.slice(0, minItems - 1)) };
  if (maxItems !== undefined) yield { what: 'has too many items', field, body: put(Array(maxItems + 1).fill(item ?? 0)) };
  if (uniqueItems) yield { what: 'contains an item twice', field, body: put([item, item]) };
  if (Object.keys(items).length) yield* at({ schema: items, value: item, field: `${field}.0`, put: (changed) => put([changed, ...list.slice(1)]) });
}

/** A branch whose tag may be left out is then another branch, and not a fault. */
function* inBranch(branch: JsonSchema, tag: string, requiredOfAll: readonly string[], place: Place): Generator<Fault> {
  const { required = [], ...shape } = resolve(branch);
  const missed = required.filter((name) => name !== tag || requiredOfAll.includes(tag));
  yield* inObject({ ...shape, required: missed }, { ...place, value: sample(branch) });
  yield { what: 'is of an unknown kind', field: `${place.field}.${tag}`, body: place.put({ ...(sample(branch) as Members), [tag]: MARKER }) };
}

function* inObject({ properties = {}, required = [], additionalProperties }: JsonSchema, { value, field, put }: Place): Generator<Fault> {
  const members = value as Members;
  for (const name of required) yield { what: 'is missing', field: `${field}.${name}`, body: put(without(members, name)) };
  if (additionalProperties === false)
    for (const name of UNKNOWN) yield { what: 'is unknown', field: `${field}.${name}`, body: put(withMember(members, name, MARKER)) };
  for (const [name, property] of Object.entries(properties))
    yield* at({
      schema: property,
      value: members[name] ?? sample(property),
      field: `${field}.${name}`,
      put: (changed) => put(withMember(members, name, changed)),
    });
}

/** Sets a member. A member named `__proto__` becomes an own property, as with `JSON.parse`. */
export function withMember(members: Members, name: string, value: unknown): Members {
  return Object.defineProperty({ ...members }, name, { value, enumerable: true, configurable: true, writable: true });
}

function without(members: Members, name: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([member]) => member !== name));
}
