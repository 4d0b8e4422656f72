import { connect, type Socket } from 'node:net';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sampleIn } from '../support/metrics.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let org: TestOrganisation;
const sockets: Socket[] = [];
beforeEach(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Sends a request whose body does not come. */
function begin(length: number): Socket {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  const headers = [`Authorization: Bearer ${org.secret}`, 'Content-Type: application/json', `Content-Length: ${length}`, 'Host: localhost'];
  socket.write(`POST /api/v1/agent/courses/ HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`);
  return socket;
}

/** A request with a body that changes nothing, so that it can be repeated. */
const create = () => org.call('post', 'courses/', { title: '' });

test('requests beyond what one process works on are refused with 503, health checks are not, and all are served again later', async () => {
  for (let number = 0; number < 1010; number++) begin(10);
  await until(async () => (await create()).status === 503);
  const { body, headers } = await create();
  expect([body.code, headers['retry-after']]).toEqual(['service_unavailable', '1']);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await app.http.get(path)).status).toBe(200);
  expect(sampleIn((await app.http.get('/metrics')).text, 'http_unavailable_total', { cause: 'overload' })).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await create()).status === 400);
});

test('bodies that would take more memory than there is are refused with 503, and accepted once there is room', async () => {
  for (let number = 0; number < 70; number++) begin(1024 * 1024);
  await until(async () => (await create()).status === 503);
  expect((await org.call('get', 'whoami/')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await create()).status === 400);
});

test('clients that disconnect before their body is read take up no memory', async () => {
  for (let round = 0; round < 3; round++) {
    const gone = Array.from({ length: 60 }, () => begin(1024 * 1024));
    await Promise.all(
      gone.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.once('close', () => resolve());
            socket.once('connect', () => setImmediate(() => socket.destroy()));
          }),
      ),
    );
  }
  await until(async () => (await create()).status === 400);
});
