import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Reason why a backup cannot be made or restored. The message is one line for the person who runs the command. */
export class BackupError extends Error {}

const MANIFEST = 'manifest.json';
const FORMAT = 1;

/** Contents of a backup. `dump`: made by pg_dump. `cluster`: the folder of the embedded PostgreSQL. */
export interface Contents {
  database: { kind: 'dump' | 'cluster'; postgres: number; migrations: string[] };
  /** `s3`: the files are in a bucket, and are not a part of the backup. */
  files: { kind: 'folder' } | { kind: 's3'; bucket: string };
}

interface Manifest extends Contents {
  format: number;
  created_at: string;
  /** SHA-256 of every file, by path. */
  checksums: Record<string, string>;
}

/** Completes a backup, which is not valid without a manifest. */
export async function writeManifest(folder: string, contents: Contents): Promise<void> {
  const manifest: Manifest = { format: FORMAT, created_at: new Date().toISOString(), ...contents, checksums: await checksumsIn(folder) };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Reads a backup, and compares every file of it with its checksum.
 * @throws BackupError */
export async function readManifest(folder: string): Promise<Contents> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a complete backup: it has no ${MANIFEST}`);
  });
  const { format, checksums, ...contents } = JSON.parse(text) as Manifest;
  if (format !== FORMAT) throw new BackupError(`the backup has format ${format}, which this release does not know`);
  const found = await checksumsIn(folder);
  const wrong = [...new Set([...Object.keys(checksums), ...Object.keys(found)])].filter((path) => checksums[path] !== found[path]);
  if (wrong.length) throw new BackupError(`the backup is damaged: ${wrong.slice(0, 5).join(', ')}${wrong.length > 5 ? ` and ${wrong.length - 5} more` : ''}`);
  return contents;
}

async function checksumsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const sums: Record<string, string> = {};
  for (const path of paths.filter((one) => one !== MANIFEST).sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, path)), hash);
    sums[path] = hash.digest('hex');
  }
  return sums;
}
