/**
 * Returns why a call failed, from the innermost cause: its code, if it has one, and its message. Only for errors of the connection: what another system
 * says in a response may repeat secrets or parts of the request.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The attempts to connect to the several addresses of a host fail together.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (inner instanceof Error) return reasonOf(inner);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code !== 'string' || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
