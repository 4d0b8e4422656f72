import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationId, operationTable } from '../generated/operations.ts';
import type { Demo } from '../src/domain/upkeep/demo/seed-demo.ts';
import type { OperationRow } from '../src/http/contract/operation-row.ts';
import { takesAtMost } from './support/bound.ts';
import { type PostgresServers, postgresFound, seedServers, startPostgresServers } from './support/postgres-servers.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { until } from './support/until.ts';

takesAtMost(240);

const withPostgres = postgresFound ? test : test.skip;

let folder: string;
let servers: PostgresServers;
const services: ServiceProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-replicas-'));
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.end('SIGKILL')));
  await servers?.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<ServiceProcess> {
  const service = await startServiceProcess({ DATA_DIR: folder, DEMO_SEED: '0', DRAIN_NOTICE_SECONDS: '0', ...env });
  services.push(service);
  return service;
}

/** Somebody with cookies of their own, as in a browser. */
class Session {
  readonly #service: ServiceProcess;
  readonly #cookies = new Map<string, string>();

  constructor(service: ServiceProcess) {
    this.#service = service;
  }

  static async of(service: ServiceProcess, { email, password }: Demo): Promise<Session> {
    const session = new Session(service);
    expect((await session.ask('/api/v1/auth/login/', { email, password })).status).toBe(200);
    return session;
  }

  async ask(path: string, body?: object): Promise<{ status: number; text: string }> {
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') };
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } } : { headers };
    const answer = await fetch(this.#service.url + path, init);
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    return { status: answer.status, text: await answer.text() };
  }

  /** Creates a course, and returns its ID. */
  async newCourse(): Promise<string> {
    const { status, text } = await this.ask('/api/v1/courses/', { title: 'A course' });
    expect(status).toBe(201);
    return JSON.parse(text).id;
  }

  /** Whether the audit log shows this object. */
  async sees(id: string): Promise<boolean> {
    const { status, text } = await this.ask('/api/v1/audit-log/');
    expect(status).toBe(200);
    return text.includes(id);
  }
}

/** Statements on the audit log that the standby was sent. */
const readsOnStandby = async () =>
  (await servers.standby.ask("select from pg_stat_activity where application_name = 'learning-management-service' and query like '%audit_log%'")).length;

/** Asks until the standby has answered. */
const untilStandbyIsRead = (session: Session) =>
  until(async () => {
    await session.sees('');
    return (await readsOnStandby()) > 0;
  });

async function pauseReplay(): Promise<void> {
  await servers.standby.ask('select pg_wal_replay_pause()');
  await until(async () => (await servers.standby.ask('select pg_get_wal_replay_pause_state() as state'))[0]?.state === 'paused');
}

const resumeReplay = () => servers.standby.ask('select pg_wal_replay_resume()');

const failuresOf = ({ log }: ServiceProcess) => log.filter(({ level }) => level >= 50);
const outagesOf = ({ log }: ServiceProcess) => log.filter(({ msg }) => msg === 'dependency failed').map(({ dependency, err }) => `${dependency}: ${err}`);

const STALE = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, { stale }]) => stale);

/** Calls every operation that reads on the replica. Returns the statuses other than 200. */
async function callAllStale(session: Session): Promise<Record<string, number>> {
  const [course] = await servers.primary.ask('select id from courses');
  const [organisation] = await servers.primary.ask('select subdomain from organisations');
  const ids: Record<string, unknown> = { org_slug: organisation?.subdomain };
  const refusals: Record<string, number> = {};
  for (const [id, { path }] of STALE) {
    const { status } = await session.ask(path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(ids[name] ?? course?.id)));
    if (status !== 200) refusals[id] = status;
  }
  return refusals;
}

withPostgres(
  'a replica answers reads that may be stale, own changes are seen at once, and a replica that is late or gone is left out without an error',
  async () => {
    servers = await startPostgresServers();
    const demo = await seedServers(servers);
    const urls = { DATABASE_URL: servers.urlOf(servers.primary), DATABASE_REPLICA_URL: servers.urlOf(servers.standby) };
    const service = await start({ ...urls, DATABASE_REPLICA_MAX_LAG_SECONDS: '3600' });
    const impatient = await start({ ...urls, DATABASE_REPLICA_MAX_LAG_SECONDS: '3' });
    const writer = await Session.of(service, demo);
    const reader = await Session.of(service, demo);
    const third = await Session.of(impatient, demo);
    await untilStandbyIsRead(reader);

    // What they ask for is not there, which the primary confirms. Own lists name their organisation.
    expect(await callAllStale(reader)).toEqual({ exportAccessCodes: 404, exportReconciliation: 404, listOwnAffiliateFunnel: 400, listOwnCommissions: 400 });
    expect(servers.standby.log()).not.toMatch(/ERROR/);

    await pauseReplay();
    const paused = await writer.newCourse();
    expect([await writer.sees(paused), await reader.sees(paused)]).toEqual([true, false]);
    // What the replica does not have yet is looked up on the primary.
    expect((await reader.ask(`/api/v1/courses/${paused}/gradebook/export/`)).status).toBe(200);
    await until(() => third.sees(paused));
    await until(async () => outagesOf(impatient).some((outage) => outage === 'replica: it is more than 3 s behind'));
    await resumeReplay();
    await until(() => reader.sees(paused));

    await servers.standby.crash();
    const alone = await writer.newCourse();
    expect([await writer.sees(alone), await reader.sees(alone), await third.sees(alone)]).toEqual([true, true, true]);
    await servers.standby.start();
    await untilStandbyIsRead(reader);
    expect(outagesOf(service).every((outage) => outage.startsWith('replica: '))).toBe(true);
    expect([...failuresOf(service), ...failuresOf(impatient)]).toEqual([]);
  },
);
