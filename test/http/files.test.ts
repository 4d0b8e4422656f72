import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { filePages } from '../../src/http/files.ts';
import { listen, type RunningServer } from '../../src/http/server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newKey = () => `tests/${randomUUID()}/file.bin`;
const uploadTo = (key: string, size: number) => app.storage.uploadAddress(key, { expiresSeconds: 60, contentType: 'text/plain', size });
const left = async (key: string) => readdir(join(app.files, key, '..')).catch(() => []);

/** Sends a body without declaring its length. With `leave`, it disconnects in the middle. */
function stream(url: string, chunks: string[], leave = false): Promise<{ status: number; code?: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'PUT', headers: { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' } });
    sending.on('error', reject);
    sending.on('response', async (answer) => {
      const text = (await answer.toArray()).join('');
      resolve({ status: answer.statusCode ?? 0, ...(text ? { code: JSON.parse(text).code as string } : {}) });
    });
    for (const chunk of chunks) sending.write(chunk);
    if (leave) sending.write('x', () => sending.destroy(new Error('left')));
    else sending.end();
  });
}

test('an upload without a declared length is accepted if it has the announced size, and leaves nothing behind otherwise', async () => {
  const [good, long, short] = [newKey(), newKey(), newKey()];
  expect(await stream((await uploadTo(good, 6)).url, ['abc', 'def'])).toEqual({ status: 200 });
  expect(await stream((await uploadTo(long, 6)).url, ['abc', 'def', 'g'])).toEqual({ status: 413, code: 'payload_too_large' });
  expect(await stream((await uploadTo(short, 6)).url, ['abc'])).toEqual({ status: 400, code: 'validation_error' });
  expect(await app.storage.stat(good)).toEqual({ size: 6, contentType: 'text/plain' });
  expect([await left(long), await left(short)]).toEqual([[], []]);
});

test('an interrupted upload leaves nothing behind, and the next one is accepted', async () => {
  const key = newKey();
  const { url } = await uploadTo(key, 6);
  await expect(stream(url, ['abc'], true)).rejects.toThrow('left');
  expect(await stream(url, ['abcdef'])).toEqual({ status: 200 });
  // The service notices the disconnect later than the client.
  while ((await left(key)).length > 1) await new Promise(setImmediate);
  expect(await left(key)).toEqual(['file.bin.object']);
});

test('a file can be downloaded under a name with non-ASCII characters', async () => {
  const key = newKey();
  await app.storage.put(key, Buffer.from('a'), 'text/plain');
  const { headers } = await fetch(await app.storage.readAddress(key, { expiresSeconds: 60, filename: `Zür"ich's\r\n🎓.pdf` }));
  expect(headers.get('content-disposition')).toBe(`attachment; filename="Z?r\\"ich's????.pdf"; filename*=UTF-8''Z%C3%BCr%22ich%27s%0D%0A%F0%9F%8E%93.pdf`);
});

test('a page of another site can use a signed URL', async () => {
  const key = newKey();
  const { url, headers } = await uploadTo(key, 1);
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { Origin: 'https://school.example', 'Access-Control-Request-Method': 'PUT' } });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin'), preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    '*',
    'GET, HEAD, PUT',
  ]);
  const put = await fetch(url, { method: 'PUT', headers: { ...headers, Origin: 'https://school.example' }, body: 'x' });
  expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});

describe('with a time limit for request bodies,', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const pages = express().use(filePages(app.storage));
    pages.post('/body', (req, res) => void req.resume().once('end', () => res.status(204).end()));
    server = await listen(pages, '127.0.0.1', 0, 100);
  });
  afterAll(() => server.drain(0, AbortSignal.abort()));

  const begin = (line: string) => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nabc`);
    return { socket, closed: once(socket, 'close').then(() => text) };
  };

  test('a body that exceeds it is cut off, but the upload of a file continues', async () => {
    const key = newKey();
    const { pathname, search } = new URL((await uploadTo(key, 6)).url);
    const upload = begin(`PUT ${pathname}${search}`);
    await once(upload.socket, 'connect');
    expect(await begin('POST /body').closed).toBe('');
    upload.socket.write('def');
    expect(await upload.closed).toMatch(/^HTTP\/1\.1 200 /);
    expect((await app.storage.stat(key))?.size).toBe(6);
  });
});
