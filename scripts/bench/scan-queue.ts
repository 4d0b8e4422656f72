import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../../src/domain/kernel/ids.ts';
import { addJob } from '../../src/domain/kernel/jobs.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import { makeScene } from '../../test/support/answer-sheets/scene.ts';
import { forkChild } from './child.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { SeededDatabase } from './seed.ts';
import { startService } from './service-process.ts';
import { median } from './statistics.ts';
import type { Effort } from './throughput.ts';

export const SCAN_QUEUE = ['get course while scans are read'] as const;

/** The 99th percentile of the latency while nothing else happens, and while the queue of scans is full. */
export interface ScanQueueRow {
  name: (typeof SCAN_QUEUE)[number];
  emptyP99Ms: number;
  fullP99Ms: number;
  /** The median of the rounds' ratios. */
  ratio: number;
}

/** More photos than are read in a round. */
const PHOTOS = 40;
const POLL_MS = 100;

/** Loads the service with reads of a course, in turn with an empty queue of scans and with a full one. */
export async function measureScanQueue({ db, seed }: SeededDatabase, folder: string, effort: Effort): Promise<ScanQueueRow[]> {
  const service = await startService({ DATA_DIR: folder, DATABASE_URL: seed.databaseUrl });
  const generator = await forkChild('load-process.ts');
  const path = `/api/v1/agent/courses/${seed.courseIds.at(-1)}/`;
  const requests = seed.secrets.map((secret) => ({ method: 'GET' as const, path, headers: { authorization: `Bearer ${secret}` } }));
  const p99 = async (seconds: number): Promise<number> => {
    const order: LoadOrder = { url: service.url, secrets: seed.secrets, seconds, load: { kind: 'send', requests } };
    return (await generator.ask<LoadResult>(order)).p99Ms;
  };
  const photo = (await makeScene(1, { width: 3000, height: 4000, format: 'jpeg', quality: 85 }, 'photo')).image;
  const fill = () => fillQueue(db, seed.organisationId, join(folder, 'files'), photo);
  await fill();
  await p99(effort.warmUpSeconds);
  await emptyQueue(db);
  const rounds: { empty: number; full: number }[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const empty = await p99(effort.roundSeconds);
    await fill();
    const full = await p99(effort.roundSeconds);
    if ((await queued(db)) === 0) throw new Error('the queue of scans was read before the end of the round');
    await emptyQueue(db);
    rounds.push({ empty, full });
  }
  await generator.stop();
  await service.stop();
  return [
    {
      name: SCAN_QUEUE[0],
      emptyP99Ms: median(rounds.map(({ empty }) => empty)),
      fullP99Ms: median(rounds.map(({ full }) => full)),
      ratio: median(rounds.map(({ empty, full }) => full / empty)),
    },
  ];
}

/** Queues photos as the service does. No print knows their sheet, so that they fail after they were read. */
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

const queued = async (db: Database): Promise<number> => (await sql`select from answer_sheet_scans where status = 'queued'`.execute(db)).rows.length;
