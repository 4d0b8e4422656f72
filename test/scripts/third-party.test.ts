import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Bill {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: { name: string; version: string; licenses?: unknown[]; hashes?: unknown[] }[];
}

const folder = mkdtempSync(join(tmpdir(), 'lms-third-party-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the bill of materials and the notices name exactly the packages that the service is installed with', () => {
  execFileSync(process.execPath, ['scripts/third-party.mjs', folder]);
  const bill = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as Bill;
  const notices = readFileSync(join(folder, 'NOTICES'), 'utf8');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { version: string; dev?: boolean }> };
  const wanted = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(path))
    .map(([path, { version }]) => [path.replace(/^.*node_modules\//, ''), version]);
  expect(wanted.length).toBeGreaterThan(300);
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'learning-management-service']);
  const named = (pairs: unknown[][]) => [...new Set(pairs.map((pair) => pair.join(' ')))].sort();
  expect(named(bill.components.map(({ name, version }) => [name, version]))).toEqual(named(wanted));
  expect(bill.components.filter(({ hashes }) => !hashes?.length)).toEqual([]);
  // Its licence has no identifier. The notices have the text.
  expect(bill.components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name)).toEqual(['@digitalbazaar/credentials-context']);
  expect(wanted.filter(([name, version]) => !notices.includes(`${name} ${version}: `))).toEqual([]);
  expect(notices).toContain('SIL OPEN FONT LICENSE');
});
