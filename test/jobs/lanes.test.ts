import { sql } from 'kysely';
import { addJob, enqueue, enqueueAll } from '../../src/domain/kernel/jobs.ts';
import { LANES, laneOf } from '../../src/jobs/lanes.ts';
import { createTestDatabase } from '../support/database.ts';

test('every lane has a place for another organisation than the one that is busy, and nothing waits for pictures of pages but they themselves', () => {
  expect(Math.min(...Object.values(LANES))).toBeGreaterThan(1);
  const lane = laneOf('render_file');
  expect([laneOf('commit_roster'), laneOf('mail_invite'), laneOf('compute_grades'), laneOf('read_scan'), laneOf('deliver_webhook')]).not.toContain(lane);
});

test('a job carries its organisation however it is added, and one without an organisation carries none', async () => {
  const database = await createTestDatabase();
  try {
    const { db } = database;
    const id = 'c0ffee00-0000-4000-8000-000000000000';
    const render = { organisation_id: id, submission_id: id, file_number: 1 };
    await enqueue(db, 'render_file', render);
    await enqueueAll(db, 'render_file', [render]);
    const members = { organisation_id: sql`${id}::uuid`, submission_id: sql`${id}::uuid`, file_number: sql`1` };
    await sql`select ${addJob('render_file', members)}`.execute(db);
    await enqueue(db, 'mail_reauthentication_code', { user_id: id });
    const { rows } = await database.pool.query('select task_identifier as name, flags from graphile_worker.jobs order by id');
    const owned = { name: 'render_file', flags: { [id]: true } };
    expect(rows).toEqual([owned, owned, owned, { name: 'mail_reauthentication_code', flags: null }]);
  } finally {
    await database.drop();
  }
});
