import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../src/platform/storage/s3.ts';

const SERVER = createRequire(import.meta.url).resolve('@20minutes/s3rver');
const PROGRAM = `
  const S3rver = require(${JSON.stringify(SERVER)});
  const [directory, name] = process.argv.slice(1);
  new S3rver({ directory, address: '127.0.0.1', port: 0, silent: true, configureBuckets: [{ name }] }).run().then(({ port }) => console.log(port));
`;

export interface S3Server {
  settings: S3Settings;
  close(): Promise<void>;
}

/** Starts an S3 server in a separate process, with one empty bucket in a folder that is deleted with it. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'lms-s3-'));
  const bucket = 'files';
  const child = spawn(process.execPath, ['-e', PROGRAM, folder, bucket], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    settings: {
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${String(port).trim()}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      forcePathStyle: true,
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
