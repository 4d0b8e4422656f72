import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../src/config.ts';
import { BackupError } from './manifest.ts';

/** Names in a backup. */
export const DUMP = 'database.dump';
export const CLUSTER = 'postgres';
export const FILES = 'files';
export const KEY = 'secret-key';

/** Returns the places where the service keeps what no other system stores. */
export const placesOf = ({ dataDirectory }: Config) => ({
  cluster: join(resolve(dataDirectory), 'postgres'),
  files: join(resolve(dataDirectory), 'files'),
  key: join(resolve(dataDirectory), 'secret-key'),
});

export const directUrl = ({ databaseDirectUrl, databaseUrl }: Config): string | null => databaseDirectUrl ?? databaseUrl;

/** Returns the folder that the command names, relative to the folder in which `make` was called. */
export function namedFolder([name]: string[]): string {
  if (!name) throw new BackupError('name the folder of the backup: ARGS=/backups/2026-03-02');
  return resolve(name);
}

/** @throws BackupError if there is something in the folder */
export async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (found.length) throw new BackupError(`${folder} is not empty`);
}

/** Runs a command, and prints why it failed. */
export async function command(main: () => Promise<string>): Promise<void> {
  try {
    console.log(await main());
  } catch (error) {
    console.error(`error: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
