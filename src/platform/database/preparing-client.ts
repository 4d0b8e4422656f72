import { createHash } from 'node:crypto';
import pg from 'pg';

/** As pgjdbc's prepareThreshold: a statement sent this often is prepared on the server, so that it is parsed and planned once a connection. */
const THRESHOLD = 5;
/** Statements that are prepared at most, so that ever new ones (lists of another length) cannot fill the server's memory. */
const MOST_PREPARED = 500;
const MOST_COUNTED = 5000;

const counts = new Map<string, number>();
const names = new Map<string, string>();

/** What is looked for decides how: a rare text by its index, one that is everywhere without. */
const PLANNED_EACH_TIME = / like /;

/** The name under which a statement is prepared; undefined while it is sent too rarely. */
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

/** A connection that prepares the statements it sends often. Only statements with parameters, which are those of the query builder. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; all but one pass through as they are
  override query(text: any, values?: any, callback?: any): any {
    const name = typeof text === 'string' && Array.isArray(values) && values.length ? nameOf(text) : undefined;
    return name ? super.query({ name, text, values }, callback) : super.query(text, values, callback);
  }
}
