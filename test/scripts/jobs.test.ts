import { runJobsCommand } from '../../scripts/jobs/run.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let out = '';
let err = '';
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from graphile_worker._private_jobs; delete from job_workers');
});
afterAll(() => database.drop());

async function run(...args: string[]): Promise<number> {
  [out, err] = ['', ''];
  return runJobsCommand(args, {
    env: { DATABASE_URL: database.url },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
}

/** Adds a job, and changes its row. */
async function add(task: string, changes = 'run_at = now()'): Promise<string> {
  const { rows } = await database.pool.query('select id::text from graphile_worker.add_job($1)', [task]);
  await database.pool.query(`update graphile_worker._private_jobs set ${changes} where id = $1`, [rows[0].id]);
  return rows[0].id;
}

const DEAD = `attempts = max_attempts, last_error = E'the server said no\\n    at line 1'`;
const heldBy = (worker: string) => `locked_at = now(), locked_by = '${worker}', attempts = 3`;
const see = (worker: string, secondsAgo: number) =>
  database.pool.query('insert into job_workers (id, seen_at) values ($1, now() - make_interval(secs => $2))', [worker, secondsAgo]);
const rowOf = async (id: string) =>
  (await database.pool.query('select attempts, run_at <= now() as "isDue", locked_by from graphile_worker._private_jobs where id = $1', [id])).rows[0];
const listed = async (...args: string[]) => {
  expect(await run('list', '--json', ...args)).toBe(0);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

test('jobs that failed or wait are listed with their errors and workers, and those that are only scheduled on request', async () => {
  const dead = await add('mail_invite', DEAD);
  const running = await add('check_domains', heldBy('worker-1'));
  const scheduled = await add('mail_order', `run_at = now() + interval '1 day'`);
  expect((await listed()).map(({ id }) => id).sort()).toEqual([dead, running].sort());
  expect(await listed('--state', 'scheduled')).toMatchObject([{ id: scheduled, task: 'mail_order', state: 'scheduled', worker: null }]);
  expect(await listed('--task', 'mail_invite', '--state', 'dead', '--state', 'running')).toMatchObject([{ id: dead, attempts: 25, max_attempts: 25 }]);
  expect(await listed('--limit', '1')).toHaveLength(1);

  expect(await run('list')).toBe(0);
  expect(out).toMatch(/^ID +TASK +STATE +ATTEMPTS +AT +WORKER +LAST ERROR\n/);
  expect(out).toMatch(new RegExp(`^${dead} +mail_invite +dead +25/25 +\\S+ +- +the server said no$`, 'm'));
  expect(out).toMatch(new RegExp(`^${running} +check_domains +running +3/25 +\\S+ +worker-1 \\(dead\\) +-$`, 'm'));
  expect(out).toMatch(/\n2 of 2 jobs\n$/);
});

test('a job that was given up is retried with all of its attempts, by its id or with all of its task', async () => {
  const [one, two, other] = [await add('mail_invite', DEAD), await add('mail_invite', DEAD), await add('mail_order', DEAD)];
  expect([await run('retry', one), out]).toEqual([0, '1 jobs run again\n']);
  expect(await rowOf(one)).toEqual({ attempts: 0, isDue: true, locked_by: null });
  expect([await run('retry', '--task', 'mail_invite'), out]).toEqual([0, '1 jobs run again\n']);
  expect([(await rowOf(two)).attempts, (await rowOf(other)).attempts]).toEqual([0, 25]);
});

test('a job that runs, and one that is done, are not retried, which the exit code and a message say', async () => {
  const running = await add('mail_invite', heldBy('worker-1'));
  const waiting = await add('mail_invite', `attempts = 2, run_at = now() + interval '1 hour'`);
  expect([await run('retry', waiting, running, '999999'), err]).toEqual([1, `not found, or running: ${running}, 999999\n`]);
  expect(await rowOf(running)).toMatchObject({ attempts: 3, locked_by: 'worker-1' });
  expect(await rowOf(waiting)).toMatchObject({ attempts: 0, isDue: true });
  expect(await run('retry', '--task', 'mail_order')).toBe(1);
});

test('the jobs of a dead worker are released without counting the attempt, and those of others are not', async () => {
  await see('worker-dead', 3600);
  const [held, others] = [await add('mail_invite', heldBy('worker-dead')), await add('mail_invite', heldBy('worker-2'))];
  expect([await run('release', 'worker-dead'), out]).toEqual([0, '1 jobs released\n']);
  expect(await rowOf(held)).toEqual({ attempts: 2, isDue: true, locked_by: null });
  expect(await rowOf(others)).toMatchObject({ attempts: 3, locked_by: 'worker-2' });
  expect((await database.pool.query('select from job_workers')).rowCount).toBe(0);
  expect([await run('release', 'worker-dead'), err]).toEqual([1, 'there is no worker worker-dead, and it holds no jobs\n']);
});

test('the jobs of a worker that is alive are released only by force', async () => {
  await see('worker-alive', 1);
  const held = await add('mail_invite', heldBy('worker-alive'));
  expect(await run('release', 'worker-alive')).toBe(3);
  expect(err).toContain('--force');
  expect(await rowOf(held)).toMatchObject({ attempts: 3, locked_by: 'worker-alive' });
  expect(await run('release', 'worker-alive', '--force')).toBe(0);
  expect(await rowOf(held)).toMatchObject({ attempts: 2, locked_by: null });
});

test.each([
  [['unknown'], /no command unknown/],
  [['list', 'x'], /list takes no x/],
  [['list', '--state', 'lost'], /no state lost/],
  [['list', '--limit', '0'], /--limit must be/],
  [['list', '--colour'], /--colour/],
  [['retry'], /either ids or --task/],
  [['retry', '1', '--task', 'mail_invite'], /either ids or --task/],
  [['retry', 'one'], /one is not the id of a job/],
  [['release'], /needs one worker/],
])('the arguments %j are refused as wrong use', async (args, message) => {
  expect(await run(...args)).toBe(2);
  expect(err).toMatch(message);
});

test('help is printed on request, and without a command', async () => {
  for (const [args, code] of [
    [['--help'], 0],
    [['help'], 0],
    [[], 2],
  ] as const) {
    expect(await run(...args)).toBe(code);
    expect(out).toMatch(/^Usage: make jobs/);
  }
});

test('a database that cannot be reached, and one that is not named, have exit codes of their own', async () => {
  const io = { out: () => {}, err: () => {} };
  expect(await runJobsCommand(['list'], { ...io, env: { DATABASE_URL: 'postgres://lms@127.0.0.1:9/lms' } })).toBe(4);
  expect(await runJobsCommand(['list'], { ...io, env: {} })).toBe(2);
});
