import { Logger, type TaskList } from 'graphile-worker';
import { LaneRunner } from '../../src/jobs/lane-runner.ts';
import { WorkerRegistry } from '../../src/jobs/registry.ts';
import { connectDatabase, type DatabaseHandle, JOB_LIMITS } from '../../src/platform/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

const silent = new Logger(() => () => {});

let database: TestDatabase;
let jobs: DatabaseHandle;
let registry: WorkerRegistry;
let lane: LaneRunner | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
  jobs = connectDatabase({ url: database.url, poolSize: 5, limits: JOB_LIMITS, onIdleError: () => {} });
  registry = new WorkerRegistry(jobs.db, () => {});
});
afterEach(async () => {
  await lane?.stop(AbortSignal.abort());
  lane = undefined;
  await jobs.db.destroy();
  await database.drop();
});

function startLane(tasks: (requireTrust: () => void) => TaskList, concurrency = 2): void {
  lane = new LaneRunner({ pgPool: jobs.pool, crontab: '', concurrency, logger: silent, tasks }, registry, () => {});
  lane.start();
}

const addJob = (name: string, owner?: string) =>
  database.pool.query(`select graphile_worker.add_job($1, json_build_object('owner', $2::text), flags => array_remove(array[$2], null))`, [name, owner]);

async function jobRows(): Promise<{ attempts: number; locked_by: string | null }[]> {
  return (await database.pool.query('select attempts, locked_by from graphile_worker._private_jobs')).rows;
}

async function workerIds(): Promise<string[]> {
  return (await database.pool.query<{ id: string }>('select id from job_workers')).rows.map(({ id }) => id);
}

/** A promise that is kept when the test says so. */
function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const endOtherConnections = () =>
  database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);

test('a job that loses all connections as it ends has run once, and the lane continues', async () => {
  const runs: string[] = [];
  startLane(() => ({
    first: async () => {
      await endOtherConnections();
      runs.push('first');
    },
    second: async () => void runs.push('second'),
  }));
  await addJob('first');
  await until(() => runs.length === 1);
  await addJob('second');
  await until(async () => runs.length === 2 && (await jobRows()).length === 0);
  expect(runs).toEqual(['first', 'second']);
});

test('a job that fails as it loses all connections is tried again', async () => {
  let runs = 0;
  startLane(() => ({
    failing: async () => {
      if (++runs > 1) return;
      await endOtherConnections();
      throw new Error('failed');
    },
  }));
  await addJob('failing');
  await until(async () => runs === 2 && (await jobRows()).length === 0);
});

test('a lane whose start fails starts again', async () => {
  let runs = 0;
  await database.pool.query('alter table graphile_worker._private_tasks rename to hidden');
  startLane(() => ({ work: async () => void runs++ }));
  await until(async () => (await workerIds()).length > 0);
  const [first] = await workerIds();
  await until(async () => (await workerIds())[0] !== first);
  await database.pool.query('alter table graphile_worker.hidden rename to _private_tasks');
  await addJob('work');
  await until(() => runs === 1);
});

test('a worker that others took for dead may send nothing, and its lane continues under a new id', async () => {
  const { given: mayEnd, give: end } = signal();
  const runs: string[] = [];
  let requireTrust = () => {};
  const tasks = (trust: () => void): TaskList => ({
    slow: async () => {
      requireTrust = trust;
      runs.push('slow');
      await mayEnd;
    },
    next: async () => {
      trust();
      runs.push('next');
    },
  });
  // One job at a time, so that the worker does not take the job again before the test has seen that it was handed back.
  startLane(tasks, 1);
  await addJob('slow');
  await until(() => runs.length === 1);
  const [id] = await workerIds();
  expect(requireTrust).not.toThrow();

  await new WorkerRegistry(database.db, () => {}).beat(0);
  expect(await workerIds()).toEqual([]);
  expect(await jobRows()).toMatchObject([{ locked_by: null }]);
  await registry.beat();
  expect(requireTrust).toThrow('could not report that it is alive');

  end();
  await addJob('next');
  await until(() => runs.includes('next'));
  expect(requireTrust).toThrow();
  expect(await workerIds()).not.toContain(id);
});

test('a stop waits for the jobs that run', async () => {
  const { given: mayEnd, give: end } = signal();
  let runs = 0;
  startLane(() => ({
    slow: async () => {
      runs++;
      await mayEnd;
    },
  }));
  await addJob('slow');
  await until(() => runs === 1);
  const stopped = lane?.stop(new AbortController().signal);
  end();
  await stopped;
  expect(await jobRows()).toEqual([]);
  expect(await workerIds()).toEqual([]);
});

test('a stop whose time is over hands its jobs back without counting the attempt, and they may send nothing any more', async () => {
  let requireTrust = () => {};
  let runs = 0;
  startLane((trust) => ({
    endless: () => {
      runs++;
      requireTrust = trust;
      return new Promise(() => {});
    },
  }));
  await addJob('endless');
  await until(() => runs === 1);
  await lane?.stop(AbortSignal.abort());
  expect(requireTrust).toThrow();
  expect(await jobRows()).toEqual([{ attempts: 0, locked_by: null }]);
  expect(await workerIds()).toEqual([]);
});

test.each([2, 3])('of %i places, an organisation never has all at once, whatever it adds, and all of its jobs are done in the end', async (places) => {
  const { given: mayEnd, give: end } = signal();
  const runs: string[] = [];
  for (let added = 0; added < 10; added++) await addJob('work', 'one');
  startLane(
    () => ({
      work: async (payload) => {
        runs.push((payload as { owner: string }).owner);
        await mayEnd;
      },
    }),
    places,
  );
  await until(() => runs.length === places - 1);
  await addJob('work', 'other');
  await until(() => runs.length === places);
  expect(runs).toEqual([...Array(places - 1).fill('one'), 'other']);
  end();
  await until(async () => (await jobRows()).length === 0);
  expect(runs.length).toBe(11);
});

test('jobs of nobody in particular can have all places', async () => {
  const { given: mayEnd, give: end } = signal();
  let runs = 0;
  for (let added = 0; added < 3; added++) await addJob('work');
  startLane(() => ({
    work: async () => {
      runs++;
      await mayEnd;
    },
  }));
  await until(() => runs === 2);
  end();
  await until(() => runs === 3);
});

test('an organisation whose job failed has its place back', async () => {
  let runs = 0;
  startLane(() => ({
    failing: async () => {
      runs++;
      throw new Error('failed');
    },
  }));
  for (const number of [1, 2]) {
    await addJob('failing', 'one');
    await until(() => runs === number);
  }
});
