import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuTimes, usedBetween } from './cpu-time.ts';
import { temporaryFolder } from './seed.ts';
import { startService } from './service-process.ts';

const COURSE = '/learn/four-habits-in-ten-minutes';

/** The pages that are measured, in the demo: those of visitors, and those of its learner. */
const PAGES = {
  'page: catalogue': '/catalogue',
  'page: course': '/courses/four-habits-in-ten-minutes',
  'page: my courses': '/learn',
  'page: outline': COURSE,
  'page: lesson': `${COURSE}/LESSON`,
  'page: grades': `${COURSE}/grades`,
  'page: discussion': `${COURSE}/discussion`,
  'page: account': '/account',
} as const;

export const SHOWN_PAGES = Object.keys(PAGES) as (keyof typeof PAGES)[];

export interface ShownPageRow {
  name: keyof typeof PAGES;
  /** CPU time of the service for one page. Null where the system does not tell. PostgreSQL is a process of its own. */
  cpuMs: number | null;
  kilobytes: number;
}

const WARM_UP = 8;
/** A user may make 1,200 requests in five minutes, and a page makes several. */
const TIMES = 20;

/** Measures what the service spends on each page, one at a time, after the jobs of the first start. */
export async function measureShownPages(): Promise<ShownPageRow[]> {
  console.error('measuring pages');
  const folder = await temporaryFolder();
  const service = await startService({ DATA_DIR: folder });
  const { learner } = await demoIn(folder);
  const host = service.url;
  const signedIn = await fetch(`${host}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: host },
    body: JSON.stringify(learner),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const open = async (path: string): Promise<string> => {
    const answer = await fetch(`${host}${path}?organisation=demo`, { headers: { ...(path.startsWith('/c') ? {} : { Cookie: cookie }), Accept: 'text/html' } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return answer.text();
  };
  const [, lesson = ''] = new RegExp(`${COURSE}/([0-9a-f-]{36})`).exec(await open(COURSE)) ?? [];
  const rows: ShownPageRow[] = [];
  for (const name of SHOWN_PAGES) {
    const path = PAGES[name].replace('LESSON', lesson);
    for (let time = 0; time < WARM_UP; time++) await open(path);
    const before = await cpuTimes([service.pid]);
    let bytes = 0;
    for (let time = 0; time < TIMES; time++) bytes = (await open(path)).length;
    const used = usedBetween(before, await cpuTimes([service.pid]));
    rows.push({ name, cpuMs: used === null ? null : used / 1000 / TIMES, kilobytes: bytes / 1000 });
  }
  await service.stop();
  return rows;
}

/** The demo is made when the service is ready, and its credentials are kept a moment later. */
async function demoIn(folder: string): Promise<{ learner: { email: string; password: string } }> {
  for (;;) {
    const text = await readFile(join(folder, 'demo.json'), 'utf8').catch(() => '');
    if (text) {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      return JSON.parse(text) as { learner: { email: string; password: string } };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
