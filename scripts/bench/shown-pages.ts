import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuTimes, usedBetween } from './cpu-time.ts';
import { temporaryFolder } from './seed.ts';
import { type ServiceProcess, startService } from './service-process.ts';

/** A page of the demo: its path, or that of a page that links to it with this text. Visitors see it unless `as` says who does. */
interface Measured {
  path: string;
  link?: string;
  as?: Role;
  /** Form of the page that is sent once before, such as the one that starts a quiz. */
  after?: Record<string, string>;
}

type Role = 'learner' | 'creator' | 'owner';

const COURSE = '/learn/four-habits-in-ten-minutes';
const lesson = (link: string): Measured => ({ path: COURSE, link, as: 'learner' });
/** Plans that are added to the demo: the one that the subscriber has, and one to change to. */
const MONTHLY = { title: 'Everything', amount: 1900, currency: 'EUR', interval: 'month' };
const YEARLY = { ...MONTHLY, title: 'Everything for a year', amount: 19_000, interval: 'year' };

const about = (name: string): Measured => ({ path: `/account/${name}`, as: 'creator' });

/**
 * The pages that are measured, those of visitors first. A page makes several requests, and a user may make 1,200 in five minutes, so each role has at most
 * twelve pages.
 */
const PAGES = {
  'page: start': { path: '/' },
  'page: catalogue': { path: '/catalogue' },
  'page: course': { path: '/courses/four-habits-in-ten-minutes' },
  'page: course with a price': { path: '/courses/bread-in-seven-days' },
  'page: sign-in': { path: '/sign-in' },
  'page: sign-up': { path: '/sign-up' },
  'page: terms': { path: '/legal/terms' },
  'page: certificates': { path: '/certificates' },
  'page: my courses': { path: '/learn', as: 'learner' },
  'page: outline': { path: COURSE, as: 'learner' },
  'page: text': lesson('Close the book'),
  'page: quiz': lesson('Check yourself'),
  'page: quiz, running': { ...lesson('Check yourself'), after: { do: 'start' } },
  'page: assignment': lesson('Your plan'),
  'page: video': { ...lesson('A talk on memory'), path: '/learn/how-to-learn-anything' },
  'page: document': { ...lesson('A plan to print'), path: '/learn/how-to-learn-anything' },
  'page: package': { ...lesson('Three cards'), path: '/learn/how-to-learn-anything' },
  'page: grades': { path: `${COURSE}/grades`, as: 'learner' },
  'page: discussion': { path: `${COURSE}/discussion`, as: 'learner' },
  'page: topic': { path: `${COURSE}/discussion`, link: 'How long is a page?', as: 'learner' },
  'page: plans': { path: '/plans' },
  'page: account': { path: '/account', as: 'creator' },
  'page: account, security': about('security'),
  'page: account, authenticator': about('authenticator'),
  'page: account, phone': about('phone'),
  'page: account, providers': about('providers'),
  'page: account, sessions': about('sessions'),
  'page: account, orders': about('orders'),
  'page: account, subscription': about('subscription'),
  'page: account, affiliations': about('affiliations'),
  'page: account, badge': { path: '/account/badge', as: 'owner' },
  'page: account, certificates': { path: '/account/certificates', as: 'owner' },
  'page: account, notifications': { path: '/account/notifications', as: 'owner' },
  'page: account, export': { path: '/account/export', as: 'owner' },
  'page: account, deletion': { path: '/account/delete', as: 'owner' },
  'page: redeem': { path: '/redeem', as: 'owner' },
  'page: plan': { path: '/plans', link: 'Subscribe' },
  'page: order, paid': { path: '/account/orders', link: 'Bread in seven days', as: 'owner' },
  'page: account, subscriber': { path: '/account/subscription', as: 'owner' },
  'page: plan change': { path: '/account/subscription/change', as: 'owner' },
} as const satisfies Record<string, Measured>;

type Name = keyof typeof PAGES;

export const SHOWN_PAGES = Object.keys(PAGES) as Name[];

export interface ShownPageRow {
  name: Name;
  /** CPU time of the service for one page; null where the system does not report it. PostgreSQL is a separate process. */
  cpuMs: number | null;
  kilobytes: number;
}

const WARM_UP = 4;
const TIMES = 12;
const FILL_MS = 60_000;
/** Time for the work that the demo leaves to jobs. */
const JOBS_MS = 5000;

/** Measures what the service spends on each of these pages, one at a time, after the jobs of the first start. */
export async function measureShownPages(names: readonly Name[]): Promise<ShownPageRow[]> {
  console.error('measuring pages');
  const folder = await temporaryFolder();
  const service = await startService({ DATA_DIR: folder });
  try {
    const demo = await demoIn(folder);
    const cookies = { learner: await signIn(service, demo.learner), creator: await signIn(service, demo.creator), owner: await signIn(service, demo.owner) };
    await linkIn(opener(service, cookies.learner, names.length), PAGES['page: topic'].path, PAGES['page: topic'].link);
    await buy(service, cookies.owner);
    await pause(JOBS_MS);
    const opened = [];
    for (const [index, name] of names.entries()) {
      const page: Measured = PAGES[name];
      const open = opener(service, page.as ? cookies[page.as] : '', index);
      opened.push({ name, after: page.after, open, url: page.link ? await linkIn(open, page.path, page.link) : `${page.path}?organisation=demo` });
    }
    for (let time = 0; time < WARM_UP; time++) for (const { open, url } of opened) await open(url);
    const rows: ShownPageRow[] = [];
    for (const { name, after, open, url } of opened) {
      if (after) await open(url, after);
      await open(url);
      const before = await cpuTimes([service.pid]);
      let bytes = 0;
      for (let time = 0; time < TIMES; time++) bytes = (await open(url)).length;
      const used = usedBetween(before, await cpuTimes([service.pid]));
      rows.push({ name, cpuMs: used === null ? null : used / 1000 / TIMES, kilobytes: bytes / 1000 });
    }
    return rows;
  } finally {
    await service.stop();
  }
}

/** Has the owner buy a gift in the demo, and subscribe to a plan. */
async function buy({ url: host }: ServiceProcess, cookie: string): Promise<void> {
  const headers = { Cookie: cookie, Origin: host, Accept: 'text/html', 'X-Organisation': 'demo' };
  const send = (path: string, fields: Record<string, string>) =>
    fetch(host + path, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });
  const pay = async (path: string, fields: Record<string, string>) => {
    const { status, headers: answered } = await send(path, fields);
    const { status: paid } = await send(answered.get('location') ?? '/', { choice: 'pay' });
    if (status !== 303 || paid !== 303) throw new Error(`${path}: ${status}, and ${paid} at the gateway`);
  };
  const plans: { id: string }[] = [];
  for (const terms of [MONTHLY, YEARLY]) {
    const init = { method: 'POST', headers: { ...headers, Accept: 'application/json', 'Content-Type': 'application/json' }, body: JSON.stringify(terms) };
    plans.push((await (await fetch(`${host}/api/v1/catalog-subscriptions/plans/`, init)).json()) as { id: string });
  }
  await pay(`/plans/${plans[0]?.id}?organisation=demo`, {});
  await pay('/courses/bread-in-seven-days?organisation=demo', { buy: '1', gift: 'on', quantity: '1' });
}

type Open = (url: string, form?: Record<string, string>) => Promise<string>;

/** Returns a function that opens pages with a session, and from a separate address, because visitors are counted by address. */
function opener({ url: host }: ServiceProcess, cookie: string, index: number): Open {
  const headers = { Cookie: cookie, Accept: 'text/html', 'X-Forwarded-For': `192.0.2.${index + 1}` };
  return async (url, form) => {
    const sent = form && { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' as const };
    const answer = await fetch(host + url, { ...sent, headers: { ...headers, ...(form && { Origin: host }) } });
    if (answer.status !== (form ? 303 : 200)) throw new Error(`${url}: ${answer.status}`);
    return answer.text();
  };
}

/** Waits for the link, because the demo is filled after the start. */
async function linkIn(open: Open, path: string, text: string): Promise<string> {
  for (const end = Date.now() + FILL_MS; Date.now() < end; await pause(500)) {
    const page = await open(`${path}?organisation=demo`);
    const url = [...page.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>([^<]*)<\/a>/g)].find(([, , words]) => words === text)?.[1];
    if (url) return url.replaceAll('&amp;', '&');
  }
  throw new Error(`${path} has no link "${text}".`);
}

interface Account {
  email: string;
  password: string;
}

async function signIn({ url: host }: ServiceProcess, { email, password }: Account): Promise<string> {
  const answer = await fetch(`${host}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: host },
    body: JSON.stringify({ email, password }),
  });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  return cookies.join('; ');
}

/** Returns the accounts of the demo, which is created when the service is ready; its credentials are stored a moment later. */
async function demoIn(folder: string): Promise<Record<Role, Account>> {
  for (;;) {
    const text = await readFile(join(folder, 'demo.json'), 'utf8').catch(() => '');
    if (text) {
      const demo = JSON.parse(text) as Account & Record<'learner' | 'creator', Account>;
      return { ...demo, owner: demo };
    }
    await pause(50);
  }
}
