// This file is JavaScript, because scripts/install.mjs needs it before there is a Node.js that runs TypeScript.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Claims a folder for this process. The operating system releases the claim however the process ends, so that nothing is left to clean up.
 * Returns undefined if another process of this machine has claimed the folder.
 */
export async function claim(folder) {
  const address = await addressOf(folder);
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => {}).unref();
  });
  server.listen(address);
  const taken = await once(server, 'listening').then(
    () => false,
    (error) => {
      if (error.code === 'EADDRINUSE') return true;
      throw error;
    },
  );
  if (taken) return (await isLeftOver(address)) ? claim(folder) : undefined;
  server.unref();
  return {
    descriptor: server._handle?.fd > 0 ? server._handle.fd : null,
    release() {
      server.close();
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** Waits until the process that has claimed the folder releases it or ends. */
export async function untilReleased(folder) {
  const socket = connect(await addressOf(folder)).resume();
  await new Promise((done) => socket.on('error', () => {}).once('close', done));
}

/** The full length of a socket's name: all of it counts, and some releases of Node.js pad shorter names. */
const LONGEST_NAME = 107;

async function addressOf(folder) {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = createHash('sha512').update(`lms ${dev} ${ino}`).digest('hex');
  if (process.platform === 'linux') return `\0${name.slice(0, LONGEST_NAME)}`;
  return process.platform === 'win32' ? `\\\\?\\pipe\\${name}` : join(tmpdir(), `lms-${name.slice(0, 20)}.sock`);
}

/** Whether a killed process left the address behind: except on Linux and Windows, it is a file. */
async function isLeftOver(address) {
  if (process.platform === 'linux' || process.platform === 'win32') return false;
  const socket = connect(address);
  const code = await once(socket, 'connect').then(
    () => null,
    (error) => error.code,
  );
  socket.destroy();
  if (code === 'ECONNREFUSED') await rm(address, { force: true });
  return code !== null;
}
