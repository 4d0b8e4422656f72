import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, type Pool } from 'pg';
import { OutageError } from '../outages/outage.ts';
import { type Database, type DatabaseHandle, NO_FREE_CONNECTION } from './connect.ts';

/** Reads for operations that may show a state of a few seconds ago. They have connections of their own, because they take long. */
export interface StaleReads {
  /** Maximum age of the data that a replica shows. Null if there is no replica. */
  readonly mostLagSeconds: number | null;
  /**
   * Runs `read` on the replica if it shows everything up to the position `written`, or else on the primary. A read that fails on the replica is repeated on
   * the primary: because of rows that have not arrived, a lost connection, or a conflict with the replay.
   */
  run<T>(written: string | null, read: (db: Database) => Promise<T>): Promise<T>;
  /** Returns a position that includes everything committed so far, for `run`. If the primary does not report it, no replica counts as having reached it. */
  position(): Promise<string>;
}

export const readsOn = (db: Database): StaleReads => ({ mostLagSeconds: null, run: (_written, read) => read(db), position: async () => UNKNOWN });

const UNKNOWN = 'unknown';
const POSITION = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

/** Returns the number of a position in the log of changes, as PostgreSQL writes it (pg_lsn). Null if the text is not a position. */
export function positionOf(text: string): bigint | null {
  const [, high, low] = POSITION.exec(text) ?? [];
  return high === undefined ? null : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Interval at which primary and replica are compared. */
const EVERY_MS = 1000;

// Unless synchronous_commit is off, every acknowledged change has been flushed.
const WRITTEN = 'select pg_current_wal_flush_lsn()::text as position';
/** A promoted standby would forever report the position that it replayed last. */
const REPLAYED = 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position';

export interface ReplicaOptions {
  primary: DatabaseHandle;
  /** Connections to the replica for reads. */
  replica: DatabaseHandle;
  /** One more connection to the replica, so that its state is known while all others are in use. */
  probe: DatabaseHandle;
  /** Connections to the primary for reads that the replica cannot serve. */
  instead: DatabaseHandle;
  mostLagSeconds: number;
  onOutage: (error: OutageError) => void;
}

/**
 * Reads on a streaming replica. Its lag is measured against the log of the primary: the position of the primary is noted every second, and the replica is
 * as old as the newest noted position that it has replayed. Therefore, neither the clocks of the servers matter nor whether anything is written.
 */
export class ReplicaReads implements StaleReads {
  readonly mostLagSeconds: number;
  readonly #options: ReplicaOptions;
  #noted: { at: number; position: bigint }[] = [];
  /** The latest time for which the replica is known to show everything that was committed by then. */
  #currentAt = -Infinity;
  #isUp = false;
  readonly #stopped = new AbortController();

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.mostLagSeconds = options.mostLagSeconds;
  }

  /** Compares primary and replica from now on. */
  start(): void {
    void this.#watch();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async run<T>(written: string | null, read: (db: Database) => Promise<T>): Promise<T> {
    const { replica, instead } = this.#options;
    if (await this.#shows(written)) {
      try {
        return await read(replica.db);
      } catch (error) {
        if (isTooMuch(error)) throw error;
      }
    }
    return read(instead.db);
  }

  async position(): Promise<string> {
    return positionIn(this.#options.primary.pool, WRITTEN).catch(() => UNKNOWN);
  }

  /** Whether the replica can be used, and shows what was committed up to this position. */
  async #shows(written: string | null): Promise<boolean> {
    if (!this.#isUp) return false;
    const wanted = written === null ? 0n : positionOf(written);
    if (wanted === null) return false;
    const replayed = await this.#replayed();
    return replayed !== null && replayed >= wanted && !this.#isLate;
  }

  get #isLate(): boolean {
    return performance.now() - this.#currentAt > this.mostLagSeconds * 1000;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await this.#compare();
      await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #compare(): Promise<void> {
    const at = performance.now();
    const [written, replayed] = await Promise.all([this.position().then(positionOf), this.#replayed()]);
    if (written !== null) this.#noted.push({ at, position: written });
    this.#noted = this.#noted.filter((noted) => at - noted.at <= this.mostLagSeconds * 1000);
    if (replayed === null) return;
    this.#noteShown(replayed);
    if (written !== null && this.#isLate) this.#options.onOutage(new OutageError('replica', `it is more than ${this.mostLagSeconds} s behind`));
  }

  #noteShown(replayed: bigint): void {
    const shown = this.#noted.findLast(({ position }) => position <= replayed);
    if (shown) this.#currentAt = shown.at;
  }

  /** Returns the position up to which the replica shows the changes of the primary. Null if the replica cannot be asked. */
  async #replayed(): Promise<bigint | null> {
    try {
      const replayed = positionOf(await positionIn(this.#options.probe.pool, REPLAYED));
      this.#isUp = replayed !== null;
      if (replayed === null) this.#options.onOutage(new OutageError('replica', 'the server is not a standby'));
      else this.#noteShown(replayed);
      return replayed;
    } catch (error) {
      this.#isUp = false;
      if (!this.#stopped.signal.aborted) this.#options.onOutage(new OutageError('replica', (error as Error).message, { cause: error }));
      return null;
    }
  }
}

async function positionIn(pool: Pool, statement: string): Promise<string> {
  const { rows } = await pool.query<{ position: string | null }>(statement);
  return rows[0]?.position ?? '';
}

/** Whether a read failed because it, or all reads together, are too much for a server. Such reads are not repeated on the primary. */
function isTooMuch(error: unknown): boolean {
  const cause = error instanceof OutageError ? error.cause : error;
  return (cause instanceof DatabaseError && cause.code === '57014') || (cause instanceof Error && cause.message === NO_FREE_CONNECTION);
}
