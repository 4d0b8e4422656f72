import fc from 'fast-check';
import { FILES, FORMATS } from './samples.ts';
import { type JsonSchema, type Members, resolve, typesOf } from './schema.ts';

/** Few enough that some bodies are valid, because some members have rules that the schema does not express. */
const MOST_OPTIONAL = 4;

/** Generates values that a schema allows, including edge cases. */
export function allowedBy(reference: JsonSchema): fc.Arbitrary<unknown> {
  const schema = resolve(reference);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map(allowedBy));
  return fc.oneof(...typesOf(schema).map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum = -1e15, maximum = 1e15, minItems = 0, maxItems = 5, items = {}, uniqueItems } = schema;
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
  if (type === 'number') return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.double({ min: minimum, max: maximum, noNaN: true }));
  if (schema.format === 'binary') return fc.constantFrom(FILES.valid, ...FILES.invalid);
  if (type === 'string') return text(schema);
  if (type === 'object') return schema.properties ? members(schema) : fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
  const item = Object.keys(items).length ? allowedBy(items) : fc.jsonValue({ maxDepth: 2 });
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 6)) };
  return uniqueItems ? fc.uniqueArray(item, { ...bounds, maxLength: Math.min(bounds.maxLength, maxItems) }) : fc.array(item, bounds);
}

function text({ minLength = 0, maxLength = 100, pattern, format }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uri') return fc.webUrl({ withFragments: true, withQueryParameters: true });
  if (format) return fc.constant(FORMATS[format]?.valid ?? '');
  const length = { minLength, maxLength: Math.min(maxLength, 300) };
  const any = fc.oneof(fc.string({ unit: 'binary', ...length }), fc.string({ unit: 'grapheme', ...length }));
  if (pattern === undefined || pattern === '\\S') return any;
  return fc.stringMatching(new RegExp(pattern)).filter((value) => value.length <= maxLength);
}

/** Generates objects with all required members and a few optional ones. If one member chooses the shape of another, the two usually agree. */
function members({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Members> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const any = fc
    .subarray(optional, { maxLength: Math.min(MOST_OPTIONAL, optional.length) })
    .chain((names) => fc.record(Object.fromEntries([...required, ...names].map((name) => [name, allowedBy(properties[name] ?? {})]))));
  const agreeing = Object.entries(properties).flatMap(([name, property]) => {
    const { 'x-chosen-by': by } = resolve(property);
    return Object.entries(by?.shapes ?? {}).map(([choice, $ref]) =>
      fc.tuple(any, allowedBy({ $ref })).map(([body, value]) => ({ ...body, [by?.member ?? '']: choice, [name]: value })),
    );
  });
  return fc.oneof(any, ...agreeing);
}

/** Generates bodies that the schema allows, with some members replaced by arbitrary JSON values. */
export function almostAllowedBy(schema: JsonSchema): fc.Arbitrary<Members> {
  const names = fc.constantFrom(...Object.keys(resolve(schema).properties ?? {}), 'id', 'organisation_id', '__proto__', 'constructor', '');
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constantFrom('', ' ', '\0', '\ud800', 0, -0, 1e308, 2 ** 53),
  );
  return fc.tuple(members(resolve(schema)), fc.array(fc.tuple(names, anything), { maxLength: 3 })).map(([body, changes]) => {
    const changed = { ...body };
    for (const [name, value] of changes) Object.defineProperty(changed, name, { value, enumerable: true, configurable: true, writable: true });
    return changed;
  });
}
