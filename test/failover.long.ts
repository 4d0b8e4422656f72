/** @smoke */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takesAtMost } from './support/bound.ts';
import { type PostgresServers, postgresFound, seedServers, startPostgresServers } from './support/postgres-servers.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { until } from './support/until.ts';

takesAtMost(240);

let folder: string;
let servers: PostgresServers;
let service: ServiceProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-failover-'));
});
afterEach(async () => {
  await service?.end('SIGKILL');
  await servers?.close();
  await rm(folder, { recursive: true, force: true });
});

const WRITERS = 4;
/** Changes that are acknowledged before the failover, and after it. */
const CHANGES = 25;

(postgresFound ? test : test.skip)(
  'when the primary dies and its synchronous standby is promoted, no acknowledged change is lost and the service continues, jobs included',
  async () => {
    servers = await startPostgresServers({ synchronous: true });
    const { primary, standby } = servers;
    const { apiKey } = await seedServers(servers);
    service = await startServiceProcess({
      DATA_DIR: folder,
      DEMO_SEED: '0',
      DATABASE_URL: servers.urlOf(primary, standby),
      DATABASE_REPLICA_URL: servers.urlOf(primary, standby),
    });
    // The jobs of the demo. One that was about to end when its server died would be told as an error.
    await until(async () => (await primary.ask('select from graphile_worker.jobs where run_at <= now()')).length === 0);
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const begun = Promise.withResolvers<void>();
    let enough = Number.POSITIVE_INFINITY;
    const write = async () => {
      while (acknowledged.length < enough) {
        const answer = await fetch(`${service.url}/api/v1/agent/courses/`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ title: 'A course' }),
        });
        statuses.add(answer.status);
        const { id } = (await answer.json()) as { id: string };
        if (answer.status === 201) acknowledged.push(id);
        if (acknowledged.length === CHANGES) begun.resolve();
      }
    };
    const written = Promise.all(Array.from({ length: WRITERS }, write));
    await begun.promise;
    await primary.crash();
    await standby.ask('select pg_promote()');
    enough = acknowledged.length + CHANGES;
    await written;

    const stored = new Set((await standby.ask('select id from courses')).map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    await standby.ask("select graphile_worker.add_job('forget_expired_uploads')");
    await until(async () => (await standby.ask("select from graphile_worker.jobs where task_identifier = 'forget_expired_uploads'")).length === 0);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.log.filter(({ level }) => level >= 50)).toEqual([]);
    expect(service.child.exitCode).toBeNull();
  },
);
