import { setImmediate } from 'node:timers/promises';
import { JsonText } from '../platform/database/json.ts';
import { isPlain, type Order, ordered, orderedOnce, ownOrder } from './member-order.ts';

/** Maximum time that other requests wait for a response to be converted to text. */
const TURN_MS = 20;
/** Maximum length of lists in a response that is converted at once, which is faster. */
const LONG_LIST = 20;

/** A text in pieces. The last one is a string, which Node sends together with the headers, in one system call. */
export type Text = readonly (string | Buffer)[];

/**
 * Returns the JSON text of a response, with its members in the order of the contract. Each item of a long list is converted separately, and other requests
 * run between the items if that takes long.
 */
export async function jsonText(body: unknown, order: Order | null): Promise<Text> {
  if (body instanceof JsonText) return [body.text];
  if (!isPlain(body) || !hasLongList(body)) return [JSON.stringify(ordered(body, order))];
  const chunks: (string | Buffer)[] = [];
  let text = '';
  let began = performance.now();
  for (const piece of pieces(body, order)) {
    text += piece;
    if (performance.now() - began < TURN_MS) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await setImmediate();
    began = performance.now();
  }
  return [...chunks, text];
}

function* pieces(body: Record<string, unknown>, order: Order | null): Generator<string> {
  const own = order && ownOrder(body, order);
  let separator = '{';
  for (const [name, value] of Object.entries(own ? orderedOnce(body, own) : body)) {
    if (value === undefined) continue;
    const inner = own?.inner.get(name) ?? null;
    yield `${separator}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* items(value, inner);
    else yield JSON.stringify(ordered(value, inner));
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* items(list: readonly unknown[], order: Order | null): Generator<string> {
  let separator = '[';
  for (const item of list) {
    yield `${separator}${JSON.stringify(ordered(item, order)) ?? 'null'}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

const hasLongList = (body: object): boolean => Object.values(body).some((value) => Array.isArray(value) && value.length > LONG_LIST);
