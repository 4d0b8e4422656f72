import { fullFormats } from 'ajv-formats/dist/formats.js';
import { type FieldFault, MOST_FAULTS } from '../../domain/kernel/errors.ts';
import type { FieldCode } from '../../domain/kernel/field-codes.ts';
import { hasTooManyNames, MOST_NAMES } from './json-names.ts';
import type { FormKind, ParameterRow } from './operation-row.ts';

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The beginning of free-form text that is JSON. */
const LIKE_JSON = /^[{["]/;

type ValueKind = Exclude<FormKind['kind'], 'file'>;

/** Marks a text that is not a value of its type. */
const UNREADABLE = Symbol('unreadable');

/** Parses a scalar as JSON would: no other number bases, no whitespace, and no `1` for true. */
function readScalar(text: string, kind: 'string' | 'integer' | 'number' | 'boolean'): unknown {
  if (kind === 'string') return text;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : UNREADABLE;
  return (kind === 'integer' ? INTEGER : NUMBER).test(text) ? Number(text) : UNREADABLE;
}

/**
 * Converts the texts of a form into the values that the equivalent JSON body would contain. An empty text becomes null where null is allowed. Fields
 * that are not scalars contain JSON text; free-form text does so only if it begins like JSON. Fields that the contract does not declare remain text,
 * which the schema then validates.
 */
export function coerceForm(
  form: ReadonlyMap<string, string>,
  members: Readonly<Record<string, FormKind>>,
): { body: Record<string, unknown>; faults: FieldFault[] } {
  const body: Record<string, unknown> = {};
  const faults: FieldFault[] = [];
  for (const [name, text] of form) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    const put = (value: unknown) => Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true });
    if (!member || member.kind === 'file') {
      put(text);
      continue;
    }
    if (text === '' && member.nullable) {
      put(null);
      continue;
    }
    if (isJson(text, member.kind) && hasTooManyNames(text)) {
      faults.push({ field: name, code: 'too_many', message: `The objects in a body may have at most ${MOST_NAMES} names.` });
      continue;
    }
    const value = readField(text, member.kind);
    if (value === UNREADABLE) faults.push({ field: name, code: 'type', message: messageOf(member.kind) });
    else put(value);
  }
  return { body, faults };
}

/** Whether the text of a field is JSON. */
const isJson = (text: string, kind: ValueKind): boolean => kind === 'json' || (kind === 'free' && LIKE_JSON.test(text));

function readField(text: string, kind: ValueKind): unknown {
  if (isJson(text, kind)) return readJson(text);
  return readScalar(text, kind === 'free' || kind === 'json' ? 'string' : kind);
}

const EXAMPLES: Readonly<Partial<Record<ValueKind, string>>> = {
  integer: 'a whole number, such as 10',
  number: 'a number, such as 2.5',
  boolean: 'true or false',
};

function messageOf(kind: ValueKind): string {
  if (kind === 'json') return 'Must be valid JSON.';
  if (kind === 'free') return 'Must be valid JSON, because it begins with {, [ or ".';
  return `Must be ${EXAMPLES[kind] ?? kind}.`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
}

/**
 * Returns the query values for the agent surface, where reads never return 400. A value out of range becomes the nearest allowed value. An invalid
 * value becomes the default, or is omitted if there is no default. Undeclared parameters are ignored.
 */
export function clampQuery(search: string, rows: Readonly<Record<string, ParameterRow>>): Record<string, unknown> {
  const given = new URLSearchParams(search);
  const query: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(rows)) {
    const text = given.get(name);
    const read = text === null || !text.isWellFormed() || text.includes('\0') ? UNREADABLE : readScalar(text, row.type);
    const value = read === UNREADABLE ? row.default : clamp(read, row);
    if (value !== undefined) query[name] = value;
  }
  return query;
}

const DATE_TIME = fullFormats['date-time'] as { validate: (text: string) => boolean };

/**
 * The times that can be stored and computed with. PostgreSQL supports neither the year 0 nor offsets beyond 15:59; a Date supports neither leap seconds nor
 * offsets without minutes. (`DATE_TIME` also accepts `24:59+01:00` and `00:60+01:01`, which in UTC are the minute of a leap second.)
 */
export const STORABLE_TIME = /^(?!0000-).{11}(?:[01]\d|2[0-3]):[0-5]\d:[0-5].*(?:[zZ]|[+-](?:0\d|1[0-5]):?\d\d)$/;
export const isTime = (text: string): boolean => text.length <= 40 && DATE_TIME.validate(text) && STORABLE_TIME.test(text);

function clamp(value: unknown, { minimum = -Infinity, maximum = Infinity, choices, keepsUnknown, default: fallback, format }: ParameterRow): unknown {
  if (typeof value === 'number') return Math.min(Math.max(value, minimum), maximum);
  if (format === 'date-time' && !isTime(String(value))) return fallback;
  return choices && !keepsUnknown && !choices.includes(String(value)) ? fallback : value;
}

/** Returns the query values for the session surface. Undeclared, repeated and invalid parameters are faults. The schema checks the bounds. */
export function strictQuery(search: string, rows: Readonly<Record<string, ParameterRow>>, faults: FieldFault[]): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, [[, text] = ['', ''], ...more]] of Map.groupBy(new URLSearchParams(search), ([name]) => name)) {
    if (faults.length >= MOST_FAULTS) break;
    const fault = (code: FieldCode, message: string) =>
      faults.push({ field: name.slice(0, 100).toWellFormed().replaceAll('\0', '') || 'query', code, message });
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (!row) fault('unknown_field', 'Unknown parameter.');
    else if (more.length) fault('repeated', 'Must be sent only once.');
    else if (text.includes('\0')) fault('encoding', 'Must not contain NUL.');
    else {
      const value = readScalar(text, row.type);
      if (value === UNREADABLE) fault('type', `Must be ${row.type === 'integer' ? 'an' : 'a'} ${row.type}.`);
      else query[name] = value;
    }
  }
  for (const [name, { default: fallback }] of Object.entries(rows)) if (query[name] === undefined && fallback !== undefined) query[name] = fallback;
  return query;
}
