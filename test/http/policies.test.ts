import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policyReader } from '../../src/http/policies.ts';
import { startTestApp } from '../support/app.ts';

test('the texts of the operator are shown in the language of the reader, or else as they are, and change without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lms-policies-'));
  const app = await startTestApp((services) => ({ ...services, policyText: policyReader(folder) }));
  const open = async (name: string, language: string) => (await app.http.get(`/legal/${name}`).set({ Accept: 'text/html', 'Accept-Language': language })).text;
  expect(await open('terms', 'en')).toContain('has not published this document yet');
  await writeFile(join(folder, 'terms.md'), 'Be **kind**. <script>x()</script>');
  await writeFile(join(folder, 'terms.de.md'), 'Seien Sie **nett**.');
  expect(await open('terms', 'fr')).toContain('Be <strong>kind</strong>. &lt;script&gt;');
  expect(await open('terms', 'de-AT')).toContain('Seien Sie <strong>nett</strong>.');
  expect(await open('privacy', 'en')).toContain('has not published this document yet');
  for (const name of ['secret', '..%2F..%2Fdemo.json', 'toString']) expect((await app.http.get(`/legal/${name}`).accept('html')).status).toBe(404);
  await app.close();
  await rm(folder, { recursive: true });
});
