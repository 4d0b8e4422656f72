import { createHash } from 'node:crypto';
import pg from 'pg';

/** Like pgjdbc's prepareThreshold: a statement sent this often is prepared on the server, so that it is parsed and planned once per connection. */
const THRESHOLD = 5;
/** Maximum number of prepared statements, so that endless variants (such as lists of different lengths) cannot fill the server's memory. */
const MOST_PREPARED = 500;
const MOST_COUNTED = 5000;

const counts = new Map<string, number>();
const names = new Map<string, string>();

/** Statements that are never prepared, because the best plan depends on the search text: an index for a rare text, none for a frequent one. */
const PLANNED_EACH_TIME = / like /;

/** The name under which a statement is prepared; undefined if it should not be prepared (yet). */
function nameOf(text: string): string | undefined {
  if (PLANNED_EACH_TIME.test(text)) return undefined;
  const name = names.get(text);
  if (name || names.size >= MOST_PREPARED) return name;
  const count = (counts.get(text) ?? 0) + 1;
  if (count < THRESHOLD) {
    if (counts.size >= MOST_COUNTED) counts.clear();
    counts.set(text, count);
    return undefined;
  }
  counts.delete(text);
  const made = createHash('sha1').update(text).digest('base64url');
  names.set(text, made);
  return made;
}

/** A connection that prepares the statements it sends often. It prepares only statements with parameters, which come from the query builder. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; all but one pass through as they are
  override query(text: any, values?: any, callback?: any): any {
    const name = typeof text === 'string' && Array.isArray(values) && values.length ? nameOf(text) : undefined;
    return name ? super.query({ name, text, values }, callback) : super.query(text, values, callback);
  }
}
