import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { newAgentKey } from '../support/agent-key.ts';
import { takesAtMost } from '../support/bound.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Sample, samplesIn } from '../support/metrics.ts';
import { redisFound, startRedis, type TestRedis } from '../support/redis.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

takesAtMost(120);

const OPS = 'scripts/ops';

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** CI must have it. */
const withPromtool = hasPromtool() || process.env.CI === 'true' ? test : test.skip;

/** @throws Error with what promtool says */
async function promtool(args: string[], input = ''): Promise<string> {
  const child = spawn('promtool', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const all = (await said).join('');
  if (code !== 0) throw new Error(all);
  return all;
}

interface Alert {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}

interface AlertTest {
  alertname: string;
  exp_alerts?: unknown[];
}

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}

const alerts = (parse(await readFile(join(OPS, 'alerts.yml'), 'utf8')) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(await readFile(join(OPS, 'dashboard.json'), 'utf8')) as Dashboard;

/** The expressions of the dashboard, with values in place of Grafana's variables. */
const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*') })),
);

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'bool', 'offset']);

/** Returns the metrics that an expression reads, with the labels that it selects them by. */
function selectorsIn(expression: string): { metric: string; labels: string[] }[] {
  const plain = expression
    .replaceAll(/\{([^}]*)\}/g, (_whole, matchers: string) => `{${[...matchers.matchAll(/(\w+) *[=!]/g)].map(([, label]) => label).join()}}`)
    .replaceAll(/\b(by|without|on|ignoring) *\([^)]*\)|\[[^\]]*\]/g, ' ');
  return [...plain.matchAll(/(?<![\w{,.])([a-z_]\w*)\b(?! *\()(?:\{([^}]*)\})?/g)]
    .map(([, metric = '', labels = '']) => ({ metric, labels: labels.split(',').filter(Boolean) }))
    .filter(({ metric }) => !WORDS.has(metric));
}

test('the metrics that an expression reads are found, with their labels', () => {
  expect(selectorsIn('sum by (a) (rate(x_total{a="1",b=~"2|3"}[5m])) / on (c) max(y) > 0.5 and z == 1e3 or vector(0)')).toEqual([
    { metric: 'x_total', labels: ['a', 'b'] },
    { metric: 'y', labels: [] },
    { metric: 'z', labels: [] },
  ]);
});

test('each alert has a paragraph in the runbook, and tests in which it fires and in which it does not', async () => {
  const runbook = await readFile(join(OPS, 'README.md'), 'utf8');
  const { tests } = parse(await readFile(join(OPS, 'alerts.test.yml'), 'utf8')) as { tests: { alert_rule_test: AlertTest[] }[] };
  const tested = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const names = alerts.map(({ alert }) => alert);
  expect(runbook.slice(runbook.indexOf('\n## What to do')).match(/(?<=^### )\w+$/gm)).toEqual(names);
  expect(alerts.map(({ annotations }) => annotations.runbook)).toEqual(names.map((name) => `${OPS}/README.md#${name.toLowerCase()}`));
  for (const name of names) {
    const own = tested.filter(({ alertname }) => alertname === name);
    expect([name, own.some(({ exp_alerts }) => exp_alerts?.length), own.some(({ exp_alerts }) => !exp_alerts?.length)]).toEqual([name, true, true]);
  }
});

withPromtool('promtool accepts the alerts, their tests pass, and it understands every expression of the dashboard', async () => {
  expect(await promtool(['check', 'rules', join(OPS, 'alerts.yml')])).toContain(`SUCCESS: ${alerts.length} rules found`);
  expect(await promtool(['test', 'rules', join(OPS, 'alerts.test.yml')])).toContain('SUCCESS');
  const folder = await mkdtemp(join(tmpdir(), 'lms-ops-'));
  const file = join(folder, 'dashboard.yml');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: shown.map(({ expr }, number) => ({ record: `panel:${number}`, expr })) }] }));
  expect(await promtool(['check', 'rules', file])).toContain(`SUCCESS: ${shown.length} rules found`);
  await rm(folder, { recursive: true });
});

(redisFound ? describe : describe.skip)('of a service with two workers and Redis,', () => {
  let folder: string;
  let database: TestDatabase;
  let redis: TestRedis;
  let service: ServiceProcess;
  let metrics: string;
  let samples: Sample[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lms-ops-'));
    database = await createTestDatabase();
    redis = await startRedis();
    const env = { WORKERS: '2', DATABASE_URL: database.url, REDIS_URL: redis.url, DATA_DIR: folder, DEMO_SEED: '0', DRAIN_NOTICE_SECONDS: '0' };
    service = await startServiceProcess(env);
    // No process takes a job that it does not know.
    await database.pool.query("select graphile_worker.add_job('of_a_newer_release')");
    const headers = { Authorization: `Bearer ${await newAgentKey(database.db, 'ops')}` };
    expect((await fetch(`${service.url}/api/v1/agent/whoami/`, { headers })).status).toBe(200);
    // The other worker may not have counted the request yet.
    do metrics = await (await fetch(`${service.url}/metrics`)).text();
    while (!metrics.includes('operation="getAgentIdentity"'));
    samples = samplesIn(metrics);
  });
  afterAll(async () => {
    await service.end();
    await redis.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test('every metric that alerts and dashboard read is served, with every label that they select it by', () => {
    const read = [...alerts.map(({ alert, expr }) => ({ title: alert, expr })), ...shown].flatMap(({ title, expr }) =>
      selectorsIn(expr).map((selector) => ({ title, ...selector })),
    );
    expect(new Set(read.map(({ metric }) => metric)).size).toBeGreaterThan(25);
    // Prometheus adds `up`, and `instance` to all of them.
    const labelsOf = (metric: string) => new Set(['instance', ...samples.flatMap(({ name, labels }) => (name === metric ? Object.keys(labels) : []))]);
    const missing = read
      .filter(({ metric }) => metric !== 'up')
      .filter(({ metric, labels }) => !samples.some(({ name }) => name === metric) || labels.some((label) => !labelsOf(metric).has(label)));
    expect(missing).toEqual([]);
  });

  test('what the workers see alike is reported once, and what they count is added up', () => {
    const allOf = (metric: string) => samples.filter(({ name }) => name === metric).map(({ value }) => value);
    // Other jobs may be due as well.
    const ofUnknownJobs = samples.filter(({ labels }) => labels.task === 'unknown').map(({ name, value }) => [name, value]);
    expect(ofUnknownJobs.sort()).toEqual([
      ['jobs_oldest_waiting_seconds', expect.any(Number)],
      ['jobs_queue_size', 1],
    ]);
    expect([allOf('redis_up'), allOf('database_up'), allOf('service_build_info')]).toEqual([[1], [1], [1]]);
    // Those of requests, reports and jobs, in three processes.
    expect(allOf('database_pool_connections_max')).toEqual([30, 12, 36]);
  });

  withPromtool('promtool finds nothing wrong with the names, the types and the help of the metrics', async () => {
    expect(await promtool(['check', 'metrics'], metrics)).toBe('');
  });
});
