import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAgentKey } from '../support/agent-key.ts';
import { takesAtMost } from '../support/bound.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

takesAtMost(120);

const REQUESTS = 10_000;
const MOST_MEBIBYTES = 700;

let folder: string;
let database: TestDatabase;
let service: ServiceProcess;
let secret: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-burst-'));
  database = await createTestDatabase();
  secret = await newAgentKey(database.db, 'burst');
  service = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: folder });
});
afterEach(async () => {
  await service.end('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Sends one request on a connection of its own. Returns the status; 0 if the connection ended without an answer. */
function ask(request: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket: Socket = connect(service.port, '127.0.0.1', () => socket.write(request));
    let status = 0;
    socket.on('data', (chunk) => {
      status ||= Number(chunk.toString('latin1', 9, 12));
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(status));
  });
}

async function counts(request: string): Promise<Record<number, number>> {
  const bytes = Buffer.from(request);
  const statuses = await Promise.all(Array.from({ length: REQUESTS }, () => ask(bytes)));
  const counted: Record<number, number> = {};
  for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

async function peakMebibytes(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${secret}\r\n${more}\r\n`;

async function expectServedOrRefused(request: string): Promise<void> {
  const counted = await counts(request);
  const peak = await peakMebibytes();
  if (process.env.TEST_LOG) console.error(counted, `${Math.round(peak)} MiB`);
  expect(Object.keys(counted).filter((status) => !['200', '201', '503'].includes(status))).toEqual([]);
  expect((counted[200] ?? 0) + (counted[201] ?? 0)).toBeGreaterThan(200);
  expect(peak).toBeLessThan(MOST_MEBIBYTES);
  expect(await ask(Buffer.from(head('GET /api/v1/agent/whoami/')))).toBe(200);
}

(process.platform === 'linux' ? describe : describe.skip)('a burst of 10,000 connections is served or refused within 700 MiB', () => {
  test('for requests without a body', () => expectServedOrRefused(head('GET /api/v1/agent/courses/')));

  test('for bodies of 100 KiB', async () => {
    const body = JSON.stringify({ title: 'A course', description: 'x'.repeat(50 * 1024), ignored: 'x'.repeat(50 * 1024) });
    await expectServedOrRefused(`${head('POST /api/v1/agent/courses/', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)}${body}`);
  });
});
