import { DatabaseError } from 'pg';
import { OutageError } from '../outages/outage.ts';

/**
 * SQLSTATEs that tell about the server and not about the statement: lost connections (08), missing resources (53), shutdowns and canceled statements
 * (57), an idle transaction that was ended (25P03), and locks that were not released in time (55P03).
 */
const OF_THE_SERVER = /^(08|53|57|25P03|55P03)/;

/** Turns an error of the server or of the connection to it into an OutageError. Returns errors of the statement unchanged. */
export function statementFailure(error: unknown): unknown {
  if (error instanceof DatabaseError) return OF_THE_SERVER.test(error.code ?? '') ? connectionFailure(error) : error;
  // Besides DatabaseError, pg reports only what happened to the connection.
  return error instanceof Error && !(error instanceof TypeError) ? connectionFailure(error) : error;
}

/** Turns any error of connecting into an OutageError. */
export function connectionFailure(error: Error): OutageError {
  if (error instanceof OutageError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new OutageError('database', [code, error.message].filter(Boolean).join(': '), { cause: error });
}
