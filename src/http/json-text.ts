import { setImmediate } from 'node:timers/promises';
import { JsonText } from '../platform/database/json.ts';

/** How long other requests may have to wait for a response to be converted to text. */
const TURN_MS = 20;
/** A response without a list longer than this is converted at once, which is faster. */
const LONG_LIST = 20;

/** A text in pieces. The last one is a string, which Node sends together with the headers, in one system call. */
export type Text = readonly (string | Buffer)[];

/**
 * Returns the JSON text of a response. Each item of a long list is converted on its own, and other requests have their turn between the items
 * if that takes long.
 */
export async function jsonText(body: unknown): Promise<Text> {
  if (body instanceof JsonText) return [body.text];
  if (!isPlain(body)) return [JSON.stringify(body)];
  return textOf(idsFirst(body));
}

async function textOf(body: object): Promise<Text> {
  if (!hasLongList(body)) return [JSON.stringify(body)];
  const chunks: (string | Buffer)[] = [];
  let text = '';
  let began = performance.now();
  for (const piece of pieces(body)) {
    text += piece;
    if (performance.now() - began < TURN_MS) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await setImmediate();
    began = performance.now();
  }
  return [...chunks, text];
}

function* pieces(body: object): Generator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* items(value);
    else yield JSON.stringify(value);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* items(list: readonly unknown[]): Generator<string> {
  let separator = '[';
  for (const item of list) {
    yield `${separator}${JSON.stringify(item) ?? 'null'}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

const hasLongList = (body: object): boolean => Object.values(body).some((value) => Array.isArray(value) && value.length > LONG_LIST);

/** People look for the ID of an object at its beginning, wherever the domain has put it. */
function idsFirst(body: object): object {
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value) && value.some(hasLaterId));
  return idFirst(lists.length ? { ...body, ...Object.fromEntries(lists.map(([name, list]) => [name, list.map(idFirst)])) } : body);
}

function idFirst<T>(value: T): T {
  if (!hasLaterId(value)) return value;
  const { id, ...rest } = value;
  return { id, ...rest } as T;
}

function hasLaterId(value: unknown): value is { id: unknown } {
  if (!isPlain(value) || !('id' in value)) return false;
  for (const first in value) return first !== 'id';
  return false;
}

const isPlain = (body: unknown): body is object => body !== null && typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
