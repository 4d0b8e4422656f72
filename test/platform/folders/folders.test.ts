import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claim, untilReleased } from '../../../src/platform/folders/claim.mjs';
import { makeFolder } from '../../../src/platform/folders/make-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-folders-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a folder is made with those that it is in, also by several at once, and one that exists is left as it is', async () => {
  const path = join(folder, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(folder, 'a/b'))]);
  await writeFile(join(path, 'file'), '');
  await makeFolder(path);
  expect((await stat(join(path, 'file'))).isFile()).toBe(true);
});

test('where no folder can be made, that is an error at once', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file/a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  if (process.platform === 'linux') await expect(makeFolder('/proc/lms/a/b')).rejects.toMatchObject({ code: expect.stringMatching(/^E(NOENT|ACCES|PERM)$/) });
});

test('a claim is refused to others until it is given back, and one of a process that was killed is given back by that', async () => {
  const program = `
    const { claim } = await import(${JSON.stringify(new URL('../../../src/platform/folders/claim.mjs', import.meta.url).href)});
    await claim(process.argv[1]);
    console.log('claimed');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(await claim(join(folder, '.'))).toBeUndefined();
  const released = untilReleased(folder);
  child.kill('SIGKILL');
  await released;
  const own = await claim(folder);
  expect(await claim(folder)).toBeUndefined();
  own?.release();
  const next = await claim(folder);
  expect(next).toBeDefined();
  next?.release();
});
