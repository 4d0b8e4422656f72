import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { makeFolder } from '../../src/platform/folders/make-folder.ts';
import { readEmbedded, readState, runClient } from './database.ts';
import { BackupError, type Contents, writeManifest } from './manifest.ts';
import { CLUSTER, command, DUMP, directUrl, FILES, KEY, namedFolder, placesOf, requireEmpty } from './places.ts';

/**
 * Writes the database, the files and the secret key to a new folder. Files are copied after the database, which may refer to any of them. A backup that fails
 * leaves nothing behind.
 */
async function main(): Promise<string> {
  const folder = namedFolder(process.argv.slice(2));
  const config = readConfig(process.env);
  const places = placesOf(config);
  const key = config.secretKey ?? (await readFile(places.key, 'utf8').catch(() => null));
  if (key === null) throw new BackupError(`there is no ${places.key}; set SECRET_KEY or DATA_DIR as the service has it`);
  await requireEmpty(folder);
  await makeFolder(folder, 0o700);
  const { files } = await fill(folder, config, key).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const note = files.kind === 's3' ? `; the files are in the bucket ${files.bucket}, which needs a backup or versions of its own` : '';
  return `backed up to ${folder}${note}`;
}

async function fill(folder: string, config: Config, key: string): Promise<Contents> {
  const database = await backUpDatabase(config, folder);
  const files = await backUpFiles(config, folder);
  await writeFile(join(folder, KEY), [key.trim(), ...config.oldSecretKeys].join('\n'), { mode: 0o600 });
  const contents = { database, files };
  await writeManifest(folder, contents);
  return contents;
}

async function backUpDatabase(config: Config, folder: string): Promise<Contents['database']> {
  const url = directUrl(config);
  if (url === null) {
    const { cluster } = placesOf(config);
    if (!existsSync(cluster)) throw new BackupError(`there is no database in ${cluster}; set DATA_DIR or DATABASE_URL as the service has it`);
    const { postgres, migrations } = await readEmbedded(cluster);
    await cp(cluster, join(folder, CLUSTER), { recursive: true, preserveTimestamps: true });
    return { kind: 'cluster', postgres, migrations };
  }
  // Migrations applied during the dump would be in it, but not in the manifest, so they are read again afterwards.
  const before = await readState(url);
  await runClient('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${join(folder, DUMP)}`]);
  const { postgres, migrations } = await readState(url);
  if (migrations.length !== before.migrations.length) throw new BackupError('the database was migrated meanwhile; back up again');
  return { kind: 'dump', postgres, migrations };
}

async function backUpFiles({ s3, ...config }: Config, folder: string): Promise<Contents['files']> {
  if (s3 !== null) return { kind: 's3', bucket: s3.bucket };
  const { files } = placesOf({ s3, ...config });
  await mkdir(join(folder, FILES), { recursive: true });
  if (existsSync(files)) await cp(files, join(folder, FILES), { recursive: true, preserveTimestamps: true });
  return { kind: 'folder' };
}

await command(main);
