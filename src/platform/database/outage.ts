import { DatabaseError } from 'pg';
import { OutageError } from '../outages/outage.ts';

/**
 * SQLSTATEs that concern the server and not the statement: lost connections (08), missing resources (53), shutdowns and cancelled statements
 * (57), errors of its files (58), an idle transaction that was ended (25P03), a server that became a standby (25006), and locks that were not released
 * in time (55P03).
 */
const OF_THE_SERVER = /^(08|53|57|58|25P03|25006|55P03)/;

/** Turns an error of the server or of the connection to it into an OutageError. Returns errors of the statement, and bugs, unchanged. */
export function statementFailure(error: unknown): unknown {
  if (error instanceof DatabaseError) return OF_THE_SERVER.test(error.code ?? '') ? connectionFailure(error) : error;
  // Besides DatabaseError, pg reports what happened to the connection as plain errors. A TypeError or the like is a bug.
  return error instanceof Error && error.name === 'Error' ? connectionFailure(error) : error;
}

/** Turns any error of connecting into an OutageError. */
export function connectionFailure(error: Error): OutageError {
  if (error instanceof OutageError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new OutageError('database', [code, error.message].filter(Boolean).join(': '), { cause: error });
}

/** Whether a transaction failed only because of concurrent ones: a serialization failure (40001) or a deadlock (40P01). */
export const isConflict = (error: unknown): boolean => error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');
