/**
 * Exits with 0 if the service in this container responds, for `HEALTHCHECK`. Asks /healthz, because a process must not be restarted only because its database
 * is gone. Load balancers ask /readyz.
 */
const { PORT = '', HOST = '' } = process.env;
const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/healthz`;

const answer = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch((error: Error) => error);
if (answer instanceof Response && answer.ok) process.exitCode = 0;
else {
  console.error(`error: ${url} ${answer instanceof Response ? `responds with ${answer.status}` : `does not respond: ${answer.message}`}`);
  process.exitCode = 1;
}
