import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { readDockerfile, type Stage, settingsOf } from '../support/container.ts';

interface Probe {
  httpGet: { path: string; port: number };
}
interface Container {
  image: string;
  args?: string[];
  env?: { name: string; value: string }[];
  envFrom: object[];
  ports?: { containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
}
interface Pod {
  terminationGracePeriodSeconds?: number;
  securityContext: { runAsUser: number; runAsGroup: number };
  volumes: { name: string }[];
  containers: [Container];
}
interface Item {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: { replicas?: number; selector?: { matchLabels?: { app: string }; app?: string }; template?: { metadata: { labels: { app: string } }; spec: Pod } };
}

const { items } = parse(readFileSync('scripts/ops/kubernetes.yaml', 'utf8')) as { items: Item[] };
const image = settingsOf(readDockerfile().at(-1) as Stage);
const given = Object.assign({}, ...items.map(({ data, stringData }) => data ?? stringData ?? {})) as Record<string, string>;
const pods = items.flatMap(({ metadata, spec }) => (spec?.template ? [{ name: metadata.name, ...spec.template.spec }] : []));
const configOf = ({ env = [] }: Container) => readConfig({ ...given, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) });

test('the manifests for Kubernetes set only variables that the service knows, with valid values, and each process has a role', () => {
  const source = readFileSync('src/config.ts', 'utf8');
  expect(Object.keys(given).filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  expect(pods.map(({ name, containers: [container] }) => [name, configOf(container).role, container.args ?? image.command])).toEqual([
    ['lms-migrate', 'all', ['scripts/migrate.ts']],
    ['lms-web', 'web', image.command],
    ['lms-jobs', 'jobs', image.command],
  ]);
});

test('its pods are what the image is made for: the user, a read-only root, the two folders to write to, the port and the time that a stop takes', () => {
  for (const { securityContext, volumes, containers, terminationGracePeriodSeconds: grace } of pods) {
    const [container] = containers;
    expect([securityContext.runAsUser, securityContext.runAsGroup]).toEqual([image.user.uid, image.user.gid]);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([image.volume, '/tmp']);
    expect(volumes.map(({ name }) => name)).toEqual(container.volumeMounts.map(({ name }) => name));
    if (!container.ports) continue;
    const { port, drainSeconds } = configOf(container);
    expect(container.ports.map(({ containerPort }) => containerPort)).toEqual([port]);
    expect([container.startupProbe, container.livenessProbe, container.readinessProbe].map((probe) => probe?.httpGet)).toEqual([
      { path: '/healthz', port },
      { path: '/healthz', port },
      { path: '/readyz', port },
    ]);
    expect(grace).toBeGreaterThan(drainSeconds);
  }
});

test('its services and deployments select pods that exist', () => {
  const labels = items.flatMap(({ spec }) => spec?.template?.metadata.labels.app ?? []);
  for (const { kind, spec } of items) {
    const app = spec?.selector?.matchLabels?.app ?? spec?.selector?.app;
    if (app !== undefined) expect([kind, labels.includes(app)]).toEqual([kind, true]);
  }
  expect(new Set(pods.map(({ containers: [{ image: tag }] }) => tag)).size).toBe(1);
});
