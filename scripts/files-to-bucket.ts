import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Config, ConfigError, readConfig } from '../src/config.ts';
import { systemClock } from '../src/platform/clock/clock.ts';
import { claim } from '../src/platform/folders/claim.mjs';
import { diskStorage, keysOnDisk } from '../src/platform/storage/disk.ts';
import { s3Storage } from '../src/platform/storage/s3.ts';
import type { Storage } from '../src/platform/storage/storage.ts';

const AT_ONCE = 8;

/**
 * Copies the files on disk to the bucket, reads each of them back, and compares the copies. A journal among the files records which of them have arrived, so
 * that the command can be interrupted and run again, even while the service stores and deletes files on disk. With `--last`, after the service has stopped, the
 * command deletes from the bucket what the service has deleted meanwhile, and closes the move: from then on the files on disk are older than those in the
 * bucket.
 */
async function main([word]: string[]): Promise<string> {
  if (word !== undefined && word !== '--last') throw new ConfigError(`the only argument is --last, not "${word}"`);
  const isLast = word === '--last';
  const { s3, dataDirectory, databaseUrl } = readConfig(process.env);
  if (s3 === null) throw new ConfigError('set S3_BUCKET, and the other variables of the bucket, as the service is going to have them');
  const directory = join(resolve(dataDirectory), 'files');
  if (!existsSync(directory)) throw new ConfigError(`there is no folder ${directory}; set DATA_DIR as the service has it`);
  if (isLast && databaseUrl === null) await requireStopped(join(resolve(dataDirectory), 'postgres'));
  const journal = await openJournal(join(directory, 'in-bucket.log'), s3);
  const disk = diskStorage({ directory, secrets: [randomBytes(32)], base: () => '', clock: systemClock });
  const bucket = s3Storage(s3, systemClock);
  const count = { copied: 0, bytes: 0, deleted: 0 };
  const found = new Set<string>();
  const files = keysOnDisk(directory);
  const copy = async () => {
    for await (const { key, version } of files) {
      const hasArrived = journal.arrived.get(key) === version;
      const bytes = hasArrived ? 0 : await copyFile(disk, bucket, key);
      // If there are no bytes, the service has just deleted the file.
      if (bytes !== null) found.add(key);
      if (bytes === null || hasArrived) continue;
      await journal.note(key, version);
      count.bytes += bytes;
      count.copied++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copy));
  const said = () => `copied ${count.copied} files (${count.bytes} bytes) to the bucket ${s3.bucket}, which has ${found.size} now`;
  if (!isLast) return `${said()}; stop the service, and run this again with ARGS=--last`;
  for (const key of journal.arrived.keys()) {
    if (found.has(key)) continue;
    await bucket.delete(key);
    count.deleted++;
  }
  await journal.close();
  return `${said()}, and deleted ${count.deleted} there; start the service with these variables. It does not need ${directory} any more`;
}

/** Copies a file, and returns its number of bytes, or null if there is no such file. */
async function copyFile(disk: Storage, bucket: Storage, key: string): Promise<number | null> {
  const file = await disk.open(key);
  if (!file) return null;
  const sent = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of file.stream as AsyncIterable<Buffer>) {
      sent.update(chunk);
      yield chunk;
    }
  };
  await bucket.put(key, Readable.from(hashed()), file.contentType);
  const stored = await bucket.open(key);
  const came = createHash('sha256');
  if (stored) await pipeline(stored.stream, came);
  if (stored?.contentType !== file.contentType || came.digest('hex') !== sent.digest('hex'))
    throw new Error(`${key} is not in the bucket as it was sent; run this again`);
  return file.size;
}

interface Journal {
  /** Versions on disk of the files that have arrived, by key. */
  arrived: Map<string, string>;
  note(key: string, version: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the journal, and ignores a last line without an end, which a killed process may have left. */
async function openJournal(path: string, { bucket, endpoint }: NonNullable<Config['s3']>): Promise<Journal> {
  const title = `to the bucket ${bucket}${endpoint === null ? '' : ` of ${endpoint}`}`;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [first, ...lines] = text.split('\n').slice(0, -1);
  if (first !== undefined && first !== title) throw new ConfigError(`the files are moved ${first}, as ${path} says, and not ${title}`);
  if (lines.includes(CLOSED)) throw new ConfigError(`the files were moved ${first}, which may have newer ones; start the service with S3_BUCKET`);
  // The title is written with the first entry: until then, another bucket may be named.
  let begun: Promise<void> | null = null;
  const begin = () => (first === undefined ? writeFile(path, `${title}\n`, { mode: 0o600 }) : appendFile(path, text.endsWith('\n') ? '' : '\n'));
  const write = async (...words: string[]) => {
    begun ??= begin();
    await begun;
    await appendFile(path, `${words.join('\t')}\n`);
  };
  const notes = lines.map((line) => line.split('\t')).filter(({ length }) => length === 2);
  return { arrived: new Map(notes as [string, string][]), note: (key, version) => write(key, version), close: () => write(CLOSED) };
}

const CLOSED = 'moved';

async function requireStopped(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  const claimed = await claim(cluster);
  if (!claimed) throw new ConfigError('the service is running; stop it first');
  claimed.release();
}

await main(process.argv.slice(2)).then(console.log, (error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
