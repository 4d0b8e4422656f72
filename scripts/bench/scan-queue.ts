import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../../src/domain/kernel/ids.ts';
import { addJob } from '../../src/domain/kernel/jobs.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import { makeScene } from '../../test/support/answer-sheets/scene.ts';
import type { PrepareWork } from './beside.ts';

/** Number of photos, more than are read in a round. */
const PHOTOS = 40;
const POLL_MS = 100;

/** Reads photographed answer sheets. */
export const SCANS_WORK: PrepareWork = async ({ db, seed }, folder) => {
  const photo = (await makeScene(1, { width: 3000, height: 4000, format: 'jpeg', quality: 85 }, 'photo')).image;
  return {
    begin: () => fillQueue(db, seed.organisationId, join(folder, 'files'), photo),
    isUnfinished: async () => (await sql`select from answer_sheet_scans where status = 'queued'`.execute(db)).rows.length > 0,
    end: () => emptyQueue(db),
  };
};

/** Queues photos as the service does. Their sheet matches no print, so they fail after they were read. */
async function fillQueue(db: Database, organisationId: string, directory: string, photo: Buffer): Promise<void> {
  const storage = diskStorage({ directory, secrets: [Buffer.alloc(32)], base: () => '', clock: systemClock });
  const ids = Array.from({ length: PHOTOS }, () => newId());
  const keyOf = (id: string) => `sheets/${organisationId}/${id}-photo.jpeg`;
  for (const id of ids) await storage.put(keyOf(id), photo, 'image/jpeg');
  await sql`insert into answer_sheet_scans (organisation_id, id, user_id, client_id, read_on, status, photo_key, created_at)
    select ${organisationId}::uuid, id, (select user_id from memberships where organisation_id = ${organisationId} limit 1), id, 'server', 'queued',
      'sheets/' || ${organisationId}::text || '/' || id || '-photo.jpeg', now() from unnest(${ids}::uuid[]) id`.execute(db);
  await sql`select ${addJob('read_scan', { organisation_id: sql`${organisationId}::text`, scan_id: sql`id` })} from unnest(${ids}::uuid[]) id`.execute(db);
}

/** Empties the queue, and waits until nothing is read and no file is deleted any more. */
async function emptyQueue(db: Database): Promise<void> {
  await sql`delete from answer_sheet_scans where status = 'queued'`.execute(db);
  const jobs = async () =>
    (await sql`select from graphile_worker.jobs where task_identifier in ('read_scan', 'delete_stored') and run_at <= now()`.execute(db)).rows.length;
  while ((await jobs()) > 0) await pause(POLL_MS);
}
