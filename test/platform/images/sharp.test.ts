import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PictureWork } from '../../support/picture-work.ts';

const WORK = new URL('../../support/picture-work.ts', import.meta.url).href;
const THREADS = new URL('../../../src/platform/threads/threads.ts', import.meta.url).href;
/** Four for each of the four pictures that libuv processes at the same time, and nice 10, or more if this process is nice itself. */
const ALL_BEHIND = { pictures: 50, threads: 16, behind: true };

/** What a script writes that runs in a process of its own, because a process loads libvips only once. Modules of threads let nothing reach the console. */
async function written(script: string): Promise<{ pictures: number; threads: number; behind: boolean }> {
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
  const { priorities, ...work }: PictureWork = JSON.parse(stdout);
  return { ...work, behind: priorities.every((nice) => nice >= 10) };
}

// Other systems have no priorities for threads.
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('requests go before all threads that process pictures, although the thread that serves requests has loaded them', async () => {
  expect(
    await written(`import { writeSync } from 'node:fs'; import { makePictures } from '${WORK}'; writeSync(1, JSON.stringify(await makePictures()));`),
  ).toEqual(ALL_BEHIND);
});

onLinux('requests go before all threads that process pictures for a thread', async () => {
  const script = `import { openThreads } from '${THREADS}';
    const threads = openThreads('sheet_reader', new URL('${WORK}'), { longestMs: 60_000 });
    console.log(JSON.stringify(await threads.run({})));
    await threads.close();`;
  expect(await written(script)).toEqual(ALL_BEHIND);
});
