import { createHash } from 'node:crypto';
import pg from 'pg';
import { type OpenSpan, tracing } from '../tracing/tracing.ts';
import { statementFailure } from './outage.ts';
import { SentStatement } from './sent-statement.ts';
import type { Servers } from './servers.ts';

/** Like pgjdbc's prepareThreshold: a statement sent this often is prepared on the server, so that it is parsed and planned once per connection. */
const THRESHOLD = 5;
/** Maximum number of prepared statements of a connection, so that endless variants (such as lists of different lengths) cannot fill the server's memory. */
const MOST_PREPARED = 500;
const MOST_COUNTED = 5000;

/**
 * Statements that are never prepared, because the best plan depends on the search text (an index for a rare text, none for a frequent one), or because they
 * look up many wanted values in tables that may have been empty when the statement was prepared.
 */
const PLANNED_EACH_TIME = / like | @> | with ordinality wanted /;

/** Returns a function that returns the name under which a statement is prepared, or undefined if it should not be prepared (yet). */
function countStatements(threshold: number, most: number): (text: string) => string | undefined {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    if (PLANNED_EACH_TIME.test(text)) return undefined;
    const name = names.get(text);
    if (name || names.size >= most) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < threshold) {
      if (counts.size >= MOST_COUNTED) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const made = createHash('sha1').update(text).digest('base64url');
    names.set(text, made);
    return made;
  };
}

/** The kind of server that a connection requires: one that accepts changes, a standby that replays those of another server, or any. */
export type Part = 'primary' | 'standby' | 'any';

export interface ClientSettings {
  servers: Servers;
  part: Part;
  /** Whether statements that are sent often are prepared. A pooler that shares connections by transaction does not support this. */
  prepares: boolean;
  /** Number of times that a statement is sent until it is prepared. */
  preparesFrom?: number | undefined;
  /** Maximum number of prepared statements of a connection. */
  mostPrepared?: number | undefined;
  /** Longest wait for the answer to a statement. After that, the connection is closed, because the server may have stopped. */
  silenceMs: number;
}

const LONGEST_TEXT = 2000;

/** Opens a span for a statement within a request or a job. The text contains no values, because these are parameters. */
function spanOf(text: unknown): OpenSpan | undefined {
  const { recorder } = tracing;
  if (typeof text !== 'string' || !recorder?.current()) return undefined;
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? '';
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text.slice(0, LONGEST_TEXT) };
  return recorder.open({ name: operation, kind: 'client', attributes });
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** A statement that begins a transaction. It has no values. */
const BEGIN = /^(begin|start transaction)\b/;
const BEGUN = { command: 'BEGIN', rowCount: null, rows: [], fields: [] };

const isUnfit = (part: Part, isStandby: boolean | null): boolean =>
  isStandby !== null && ((part === 'primary' && isStandby) || (part === 'standby' && !isStandby));

type Done = (error: Error | null, result: unknown) => void;

/**
 * Returns the class of connections with these settings. They use UTC, prepare the statements that they send often (only those with parameters, which
 * come from the query builder), send the beginning of a transaction with its first statement, which saves a round trip, and report failures of the
 * server or the connection as OutageError.
 */
export function serviceClient({
  servers,
  part,
  prepares,
  preparesFrom = THRESHOLD,
  mostPrepared = MOST_PREPARED,
  silenceMs,
}: ClientSettings): typeof pg.Client {
  const nameOf = countStatements(preparesFrom, mostPrepared);
  return class ServiceClient extends pg.Client {
    readonly #url: string;
    /** Whether the server called itself a standby when the connection began. Null for poolers, which do not say. */
    #isStandby: boolean | null = null;
    /** The statement that begins a transaction, until the next one is sent. */
    #begin: string | undefined;
    #unanswered = 0;
    #progressAt = 0;
    #watch: NodeJS.Timeout | undefined;

    constructor(config: pg.ClientConfig) {
      const url = servers.current;
      super({ ...config, connectionString: url });
      this.#url = url;
      this.#connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
      });
    }

    get #connection(): pg.Connection & { parsedStatements: Record<string, string> } {
      return (this as unknown as { connection: pg.Connection & { parsedStatements: Record<string, string> } }).connection;
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
      if (callback) return void this.#connect(callback);
      return new Promise((resolve, reject) => this.#connect((error) => (error ? reject(error) : resolve(this))));
    }

    #connect(callback: (error: Error | null) => void): void {
      super.connect((error: Error | null) => {
        const refusal = error ?? (isUnfit(part, this.#isStandby) ? new Error(`the server is not a ${part}`) : null);
        if (refusal) servers.leave(this.#url);
        if (error || !refusal) return callback(error);
        // Its server may stop before it has ended.
        this.on('error', () => {});
        this.end(() => callback(refusal));
      });
    }

    /** Poolers accept the time zone as a startup parameter, but not as an option. */
    getStartupConf(): object {
      // @ts-expect-error: @types/pg leaves this method out
      return { ...super.getStartupConf(), TimeZone: 'UTC' };
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; they pass through as they are
    override query(text: any, values?: any, callback?: any): any {
      if (typeof text?.submit === 'function') {
        if (this.#begin) throw new Error('a query with a class of its own cannot be the first of a transaction');
        return super.query(text, values, callback);
      }
      const isParameterised = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = prepares && isParameterised ? nameOf(text) : undefined;
      const given: Done | undefined = [values, callback].find((argument) => typeof argument === 'function');
      const sendPlain = (done: Done) => (typeof values === 'function' ? super.query(text, done as never) : super.query(text, values, done as never));
      const begins = prepares && typeof text === 'string' && BEGIN.test(text);
      const send = (done: Done) => {
        if (begins && this.#connection.parsedStatements[text]) {
          this.#begin = text;
          return done(null, BEGUN);
        }
        const begin = this.#begin;
        this.#begin = undefined;
        this.#sent();
        const span = spanOf(text);
        const answered = ((error: Error | null, result: unknown) => {
          this.#answered();
          span?.end(error ? ((error as { code?: string }).code ?? error.name) : undefined);
          done(error && (statementFailure(error) as Error), result);
        }) as Done;
        if (begins) super.query(new SentStatement({ name: text, text, values: [] }) as never, answered as never);
        else if (isParameterised) super.query(new SentStatement({ name, text, values, begin }) as never, answered as never);
        else {
          // pg sends the next statement only when this one is answered, and never if the connection has ended.
          if (begin) super.query(begin, (error: Error | null) => error && this.#connection.stream.destroy(error));
          sendPlain(answered);
        }
      };
      if (given) return send(given);
      return new Promise((resolve, reject) => send((error, result) => (error ? reject(error) : resolve(result))));
    }

    #sent(): void {
      this.#progressAt = performance.now();
      if (this.#unanswered++ === 0) this.#watch ??= this.#check(silenceMs);
    }

    #answered(): void {
      this.#progressAt = performance.now();
      this.#unanswered--;
    }

    #check(ms: number): NodeJS.Timeout {
      return setTimeout(() => {
        this.#watch = undefined;
        if (this.#unanswered === 0) return;
        const left = this.#progressAt + silenceMs - performance.now();
        if (left > 0) this.#watch = this.#check(left);
        else this.#connection.stream.destroy(new Error(`no response within ${silenceMs / 1000} s`));
      }, ms).unref();
    }
  };
}
