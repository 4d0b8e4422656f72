import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { AUDIT_LEDGER } from '../../../src/domain/kernel/retention/audit-ledger.ts';
import { addPartitions, partitionsOf } from '../../../src/domain/kernel/retention/partitions.ts';
import { WEBHOOK_LEDGER } from '../../../src/domain/messages/webhooks/ledger.ts';
import { systemClock } from '../../../src/platform/clock/clock.ts';
import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';

const NAME = `lms_rights_${randomBytes(6).toString('hex')}`;
const PASSWORD = 'hunter2';
/** The statements of the operator's guide that give a role its rights. */
const GRANTS = [...readFileSync('scripts/ops/README.md', 'utf8').matchAll(/^grant (.+) on (database lms|schema public) to lms;$/gm)].map(
  ([, rights = '', object = '']) => ({ rights, object: object.replace('lms', NAME) }),
);

const urlOf = (database: string, role?: string): string => {
  const url = new URL(process.env.TEST_SERVER_URL ?? '');
  url.pathname = `/${database}`;
  if (role) [url.username, url.password] = [role, PASSWORD];
  return url.href;
};

async function asAdmin(database: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What the service does with its tables at a start, and then with its jobs. */
async function start(): Promise<number> {
  const { db, pool } = connectDatabase({ url: urlOf(NAME, NAME), poolSize: 1, onIdleError: () => {} });
  try {
    const { applied } = await migrate(urlOf(NAME, NAME));
    await pool.query(`select graphile_worker.add_job('reseal_secrets')`);
    return applied.length;
  } finally {
    await db.destroy();
  }
}

/** The number of partitions of the audit log and of webhooks when the jobs that add them have run. */
async function partitionsAfterJobs(): Promise<number[]> {
  const { db } = connectDatabase({ url: urlOf(NAME, NAME), poolSize: 1, onIdleError: () => {} });
  try {
    const counts: number[] = [];
    for (const ledger of [AUDIT_LEDGER, WEBHOOK_LEDGER]) {
      await addPartitions({ db, clock: systemClock }, ledger);
      counts.push((await partitionsOf(db, ledger)).length);
    }
    return counts;
  } finally {
    await db.destroy();
  }
}

const server = new URL(process.env.TEST_SERVER_URL ?? '').pathname.slice(1);
beforeAll(() => asAdmin(server, [`create role ${NAME} login password '${PASSWORD}'`, `create database ${NAME}`, `revoke all on database ${NAME} from public`]));
afterAll(() => asAdmin(server, [`drop database ${NAME} with (force)`, `drop role ${NAME}`]));

test("a role with the rights of the operator's guide can create everything at the first start, and can start again without the right to create, but then adds no partitions", async () => {
  expect(GRANTS).toHaveLength(2);
  await asAdmin(
    NAME,
    GRANTS.map(({ rights, object }) => `grant ${rights} on ${object} to ${NAME}`),
  );
  expect(await start()).toBeGreaterThan(0);
  await asAdmin(
    NAME,
    GRANTS.map(({ object }) => `revoke create on ${object} from ${NAME}`),
  );
  expect(await start()).toBe(0);
  expect(await partitionsAfterJobs()).toEqual([2, 2]);
  await asAdmin(
    NAME,
    GRANTS.map(({ rights, object }) => `grant ${rights} on ${object} to ${NAME}`),
  );
  for (const count of await partitionsAfterJobs()) expect(count).toBeGreaterThan(2);
});
