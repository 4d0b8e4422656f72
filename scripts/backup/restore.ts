import { chown, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { postgresUser } from '../../src/platform/database/embedded.ts';
import { makeFolder } from '../../src/platform/folders/make-folder.ts';
import { readState, runClient, unknownMigrations } from './database.ts';
import { BackupError, type Contents, readManifest } from './manifest.ts';
import { CLUSTER, command, DUMP, directUrl, FILES, KEY, namedFolder, placesOf, requireEmpty } from './places.ts';

/** Restores a backup to where nothing exists yet. Everything is checked before anything is written. */
async function main(): Promise<string> {
  const folder = namedFolder(process.argv.slice(2));
  const config = readConfig(process.env);
  const contents = await readManifest(folder);
  const keys = (await readFile(join(folder, KEY), 'utf8')).split('\n');
  await requireRoom(config, contents, keys);
  await restoreDatabase(config, folder);
  const places = placesOf(config);
  await makeFolder(dirname(places.key));
  if (contents.files.kind === 'folder' && config.s3 === null) await cp(join(folder, FILES), places.files, { recursive: true, preserveTimestamps: true });
  if (config.secretKey === null) await writeFile(places.key, keys[0] as string, { mode: 0o600 });
  const notes = [
    ...(contents.files.kind === 's3' ? [`the files are in the bucket ${contents.files.bucket}`] : []),
    ...(keys.length > 1 && config.oldSecretKeys.length === 0 ? [`SECRET_KEY_OLD had values, which are in ${join(folder, KEY)} after the first line`] : []),
  ];
  return [`restored from ${folder}`, ...notes].join('; ');
}

/** @throws BackupError */
async function requireRoom(config: Config, { database, files }: Contents, keys: readonly string[]): Promise<void> {
  const unknown = await unknownMigrations(database.migrations);
  if (unknown.length) throw new BackupError(`the backup is of a newer release, whose migrations this one does not know: ${unknown.join(', ')}`);
  const [url, places] = [directUrl(config), placesOf(config)];
  if ((url === null) !== (database.kind === 'cluster'))
    throw new BackupError(
      url === null
        ? 'the backup is of a PostgreSQL server: set DATABASE_URL to an empty database'
        : 'the backup is of the embedded PostgreSQL: unset DATABASE_URL',
    );
  if (url === null) await requireEmpty(places.cluster);
  else if (!(await readState(url)).isEmpty) throw new BackupError('the database of DATABASE_URL is not empty');
  if (files.kind === 'folder' && config.s3 !== null)
    throw new BackupError('the files of the backup are in a folder: unset S3_BUCKET, and move them to the bucket afterwards (make files-to-bucket)');
  if (files.kind === 'folder') await requireEmpty(places.files);
  const kept = config.secretKey ?? (await readFile(places.key, 'utf8').catch(() => null));
  if (kept !== null && ![kept.trim(), ...config.oldSecretKeys].includes(keys[0] as string))
    throw new BackupError(
      `${config.secretKey === null ? places.key : 'SECRET_KEY'} is not the key of the backup, without which stored secrets cannot be opened`,
    );
}

async function restoreDatabase(config: Config, folder: string): Promise<void> {
  const url = directUrl(config);
  if (url !== null) {
    const { pathname } = new URL(url);
    const to = `--dbname=${decodeURIComponent(pathname.slice(1))}`;
    return runClient('pg_restore', url, ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', to, join(folder, DUMP)]);
  }
  const { cluster } = placesOf(config);
  await makeFolder(dirname(cluster));
  await cp(join(folder, CLUSTER), cluster, { recursive: true, preserveTimestamps: true });
  if (process.getuid?.() === 0) await giveToPostgres(join(cluster, 'data'));
}

/** Gives the files to the separate user as which the cluster runs if this process is root, and who must own them. */
async function giveToPostgres(data: string): Promise<void> {
  const { uid, gid } = await postgresUser();
  for (const path of ['', ...(await readdir(data, { recursive: true }))]) await chown(join(data, path), uid, gid);
}

await command(main);
