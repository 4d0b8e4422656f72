import { type RegisteredWorker, WorkerRegistry } from '../../src/jobs/registry.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const registryOf = () => new WorkerRegistry(database.db, () => {});

function worker(id: string, { running = [], finished = [] }: { running?: string[]; finished?: string[] } = {}): RegisteredWorker & { lost: number } {
  const made = { id, running: new Set(running), finished, lost: 0, onLost: () => void made.lost++ };
  return made;
}

/** Adds a job that this worker took so many seconds ago. Returns its id. */
async function jobOf(workerId: string, seconds = 0): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(`select id::text from graphile_worker.add_job('work')`);
  const { id = '' } = rows[0] ?? {};
  await database.pool.query(
    'update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - make_interval(secs => $3), attempts = 1 where id = $1',
    [id, workerId, seconds],
  );
  return id;
}

async function holders(): Promise<Record<string, string | null>> {
  const { rows } = await database.pool.query<{ id: string; locked_by: string | null }>('select id::text, locked_by from graphile_worker._private_jobs');
  return Object.fromEntries(rows.map(({ id, locked_by }) => [id, locked_by]));
}

const passSeconds = (workerId: string, seconds: number) =>
  database.pool.query('update job_workers set seen_at = seen_at - make_interval(secs => $2) where id = $1', [workerId, seconds]);

test('the jobs of a worker that was not reported for 75 seconds are released, and those of a slower one are not', async () => {
  const dying = registryOf();
  await dying.register(worker('dead'));
  await dying.register(worker('slow'));
  const [ofDead, ofSlow] = [await jobOf('dead', 80), await jobOf('slow', 70)];
  await passSeconds('dead', 80);
  await passSeconds('slow', 70);
  await registryOf().beat();
  expect(await holders()).toEqual({ [ofDead]: null, [ofSlow]: 'slow' });
});

test('a process reports all its workers at once, however late, before others can take them for dead', async () => {
  const registry = registryOf();
  const [one, two] = [worker('one'), worker('two')];
  await registry.register(one);
  await registry.register(two);
  await passSeconds('one', 1000);
  await registry.beat();
  await registryOf().beat();
  expect((await database.pool.query('select id from job_workers order by id')).rows).toEqual([{ id: 'one' }, { id: 'two' }]);
  expect([one.lost, two.lost]).toEqual([0, 0]);
});

test('a worker that was taken for dead is told so once, and is not trusted even though its process reports again', async () => {
  const registry = registryOf();
  const [lost, kept] = [worker('lost'), worker('kept')];
  await registry.register(lost);
  await registry.register(kept);
  await passSeconds('lost', 80);
  await registryOf().beat();
  await registry.beat();
  await registry.beat();
  expect([lost.lost, kept.lost]).toEqual([1, 0]);
  expect(() => registry.requireTrust('lost')).toThrow();
  expect(() => registry.requireTrust('kept')).not.toThrow();
});

test('a worker that is not registered is not trusted', () => {
  expect(() => registryOf().requireTrust('unknown')).toThrow();
  expect(() => registryOf().requireTrust(undefined)).toThrow();
});

test('a job that was taken, but never arrived because the connection was lost, is released after a minute', async () => {
  const registry = registryOf();
  const [running, finished] = [await jobOf('alive', 3000), await jobOf('alive', 3000)];
  await registry.register(worker('alive', { running: [running], finished: [finished] }));
  const [neverArrived, onItsWay] = [await jobOf('alive', 61), await jobOf('alive', 30)];
  await registry.beat();
  expect(await holders()).toEqual({ [running]: 'alive', [finished]: 'alive', [neverArrived]: null, [onItsWay]: 'alive' });
});

test('jobs that a worker has finished do not run again when it hands back the others', async () => {
  const registry = registryOf();
  const [running, finished, elsewhere] = [await jobOf('mine'), await jobOf('mine'), await jobOf('other')];
  const mine = worker('mine', { running: [running], finished: [finished, elsewhere] });
  await registry.register(mine);
  await registry.unregister(mine);
  expect(await holders()).toEqual({ [running]: null, [elsewhere]: 'other' });
});
