import { type ChildProcess, fork } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { Chance } from '../../../scripts/crash/chance.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, newFullCourse } from '../../support/course-archives.ts';
import type { ImportTask } from '../../support/import-process.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';
import { putBytes } from '../../support/uploads.ts';

takesAtMost(240);

const SEED = Number(process.env.TEST_SEED ?? 25);
const POINTS = 30;
const PROCESS = new URL('../../support/import-process.ts', import.meta.url);
const NAME = 'interrupted';

let app: TestApp;
let school: School;
let archive: Archive;
/** Holds the lock that stops a process at its point. */
let holder: PoolClient;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startTestApp();
  const full = await newSchool(app);
  archive = await archiveOf(app, full, (await newFullCourse(full)).courseId);
  school = await newSchool(app);
  await query(`update platform_subscriptions set plan_id = 'enterprise'`);
  await countStatements();
  holder = await app.database.pool.connect();
  await holder.query('select pg_advisory_lock(25)');
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  holder?.release(true);
  await app.close();
});

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows;
const count = async (text: string, values: unknown[] = []) => Number((await query(text, values))[0].count);
const read = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;

/** Counts the statements with which the process changes tables, and has it wait for the lock at the chosen one. */
const countStatements = () =>
  query(`
    create sequence statements;
    create table stop_at (statement bigint);
    insert into stop_at values (0);
    create function stop_here() returns trigger language plpgsql as $$ begin
      if current_setting('application_name') = '${NAME}' and nextval('statements') = (select statement from stop_at)
        then perform pg_advisory_xact_lock(25); end if;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select format('%I.%I', schemaname, tablename) from pg_tables
        where schemaname = 'public' and tablename <> 'stop_at' or schemaname = 'graphile_worker' and tablename = '_private_jobs' loop
        execute format('create trigger stop_here before insert or update or delete on %s for each statement execute function stop_here()', name);
      end loop;
    end $$`);

/**
 * Begins the waiting job of an import in a process of its own, and kills it at that statement. The job stays in the queue, as after a crash. Returns whether
 * the process came to the statement.
 */
async function runUntil(task: ImportTask['task'], importId: string, statement: number): Promise<boolean> {
  const [{ payload }] = await query(`select payload from graphile_worker._private_jobs where payload ->> 'import_id' = $1`, [importId]);
  await query('alter sequence statements restart');
  await query('update stop_at set statement = $1', [statement]);
  const url = new URL(app.database.url);
  url.searchParams.set('application_name', NAME);
  const child = fork(PROCESS, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const told: ImportTask = { url: url.href, directory: dirname(app.files), now: app.clock.now(), task, payload: payload as never };
  child.send(told);
  const stopped = `select count(*) from pg_stat_activity where application_name = '${NAME}' and wait_event = 'advisory'`;
  let isThere = false;
  while (!isThere && child.exitCode === null) {
    await delay(20);
    isThere = (await count(stopped)) > 0;
  }
  child.kill('SIGKILL');
  await ended;
  running.delete(child);
  // The statement goes on without its process, and nothing comes after it.
  await holder.query('select pg_advisory_unlock(25)');
  while ((await count(`select count(*) from pg_stat_activity where application_name = '${NAME}'`)) > 0) await delay(20);
  await holder.query('select pg_advisory_lock(25)');
  return isThere;
}

/** Announces an import and sends its bytes. */
async function announced(): Promise<{ id: string; path: string }> {
  const { body } = await expectStatus(201, school.browser.call('post', 'course-imports/', { file_name: 'a.zip', size_bytes: archive.bytes.length }));
  expect((await putBytes(body, archive.bytes)).status).toBe(200);
  return { id: body.id, path: `course-imports/${body.id}/` };
}

/** Returns how many statements of a job there are, by letting it run to its end. */
async function statementsOf(task: ImportTask['task'], importId: string): Promise<number> {
  await runUntil(task, importId, 0);
  return Number((await query('select last_value from statements'))[0].last_value);
}

const storedFiles = async () => (await readdir(app.files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

test(`an import whose jobs are killed at ${POINTS} statements makes one whole course and leaves nothing behind (seed ${SEED})`, async () => {
  const chance = new Chance(SEED);
  const objects = () => count(`select count(*) from storage_objects where organisation_id = $1`, [school.organisation.id]);
  const courses = () => count(`select count(*) from courses where organisation_id = $1`, [school.organisation.id]);

  const whole = await announced();
  await expectStatus(202, school.browser.call('post', `${whole.path}uploaded/`, {}));
  const reading = await statementsOf('read_course_import', whole.id);
  await app.mailbox.runJobs();
  await expectStatus(202, school.browser.call('post', `${whole.path}commit/`, {}));
  const committing = await statementsOf('commit_course_import', whole.id);
  await app.mailbox.runJobs();
  expect([(await read(whole.path)).status, reading > 5, committing > 15]).toEqual(['completed', true, true]);

  for (let point = 0; point < POINTS; point += 2) {
    const before = { objects: await objects(), courses: await courses() };
    const { id, path } = await announced();
    await expectStatus(202, school.browser.call('post', `${path}uploaded/`, {}));
    expect(await runUntil('read_course_import', id, 1 + Math.floor(chance.next() * reading))).toBe(true);
    expect((await read(path)).status).toBe('reading');
    await app.mailbox.runJobs();
    const { status, plan } = await read(path);
    expect([status, plan.found, plan.skipped]).toEqual(['ready', 6, 0]);
    expect(await objects()).toBe(before.objects + 1 + plan.file_count);

    await expectStatus(202, school.browser.call('post', `${path}commit/`, {}));
    expect(await runUntil('commit_course_import', id, 1 + Math.floor(chance.next() * committing))).toBe(true);
    expect([(await read(path)).status, await courses()]).toEqual(['committing', before.courses]);
    await app.mailbox.runJobs();
    const done = await read(path);
    expect([done.status, await courses()]).toEqual(['completed', before.courses + 1]);
    expect(await objects()).toBe(before.objects + plan.file_count);
    expect((await archiveOf(app, school, done.course_id)).bytes.equals(archive.bytes)).toBe(true);
  }
  // What was held when a process was killed is deleted when its time is over.
  await runJobsAfter(app, 26 * 3600);
  const kept = `select count(*) from (select storage_key from storage_objects union all select storage_key from course_exports where storage_key is not null) files`;
  expect(await storedFiles()).toBe(await count(kept));
});
