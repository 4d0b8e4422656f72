import { newId } from '../../src/domain/kernel/ids.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import type { ATTENDANCE_SCALES, AttendedCourses } from './attendance.ts';
import type { GRADEBOOK_SCALES, Gradebooks } from './gradebook.ts';
import type { Seed } from './seed.ts';
import type { CLICK_SCALES, Programs } from './seed-affiliates.ts';
import type { DeliveryList } from './seed-deliveries.ts';
import { COMMON, type Discussions, SEARCH, type TOPIC_SCALES } from './seed-discussions.ts';
import type { Purchases, SellingOrganisation } from './seed-purchases.ts';
import type { LEARNER_SCALES, LESSON_SCALES, Scale } from './seed-scale.ts';
import { rotate } from './statistics.ts';

export const CONNECTIONS = 32;

export const SERVERS = ['service', 'limit', 'plain', 'peer'] as const;
export type ServerName = (typeof SERVERS)[number];

/**
 * The actions that each connection repeats: its own share of these requests one after another, changes to its own lesson with the token of the previous
 * response, reports of what its own learners watched, or sign-ins.
 */
export type Load =
  | { kind: 'send'; requests: Sent[] }
  | { kind: 'patch'; lessons: PatchedLesson[] }
  | { kind: 'watch'; path: string; cookies: string[] }
  | { kind: 'sign in'; users: Seed['users'] };

export interface Sent {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  /** JSON, in which `[<id>]` stands for a text that is different each time. */
  body?: string;
}

export interface PatchedLesson {
  path: string;
  updatedAt: string;
}

export interface LoadOrder {
  url: string;
  /** API keys to use in turn. */
  secrets: string[];
  seconds: number;
  load: Load;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  p99Ms: number;
  statuses: Record<string, number>;
  errors: number;
}

/** The data from which loads are created. */
export interface Means {
  seed: Seed;
  db: Database;
  server: ServerName;
  /** API keys that agents use in turn: many in every other round, so that work for several requests of one key is not overrated. */
  secrets: string[];
  /** Returns the sessions of the seed's users, who sign in on the first call. */
  cookies(): Promise<string[]>;
  /** Returns courses with few and with many lessons and learners, and the sessions of the learners. Created on the first call. */
  scale(): Promise<Scale & { cookies: string[] }>;
  /** Returns courses with few and with many graded learners. Created on the first call. */
  gradebooks(): Promise<Gradebooks>;
  /** Returns courses with few and with many learners who have attended many meetings. Created on the first call. */
  attendance(): Promise<AttendedCourses>;
  /** Returns many deliveries to one endpoint. Created on the first call. */
  deliveries(): Promise<DeliveryList>;
  /** Returns discussions with few and with many topics and replies. Created on the first call. */
  discussions(): Promise<Discussions>;
  /** Returns organisations with few and with many orders, and the sessions of their staff. Created on the first call. */
  purchases(): Promise<Record<Purchases, SellingOrganisation & { cookies: string[] }>>;
  /** Returns affiliate programmes with few and with many clicks and commissions, and the sessions of their staff. Created on the first call. */
  programs(): Promise<Programs & { cookies: Record<(typeof CLICK_SCALES)[number], string[]> }>;
}

export interface Workload {
  name: string;
  /** The only status that its responses may have. */
  status: number;
  /** The servers that support it. If omitted, all of them. */
  servers?: readonly ServerName[];
  /** The row with which its rate at the service is compared. */
  beside?: string;
  load(means: Means): Load | Promise<Load>;
}

const COURSES = '/api/v1/agent/courses/';
const SESSION_COURSES = '/api/v1/courses/';

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

const asAgent = ({ secrets }: Means, path: string): Load => ({
  kind: 'send',
  requests: secrets.map((secret) => ({ method: 'GET', path, headers: bearer(secret) })),
});

/** Returns the path of a course, counted from the oldest. */
const courseAt = ({ seed, server }: Means, index: number): string => `${COURSES}${server === 'peer' ? index + 1 : seed.courseIds[index]}/`;
const newest = (means: Means): string => courseAt(means, means.seed.courseIds.length - 1);

const BODY = JSON.stringify({ title: 'Course [<id>]' });
const JSON_BODY = { 'content-type': 'application/json' };

const createCourses = (secrets: string[]): Load => ({
  kind: 'send',
  requests: secrets.map((secret) => ({ method: 'POST', path: COURSES, headers: { ...bearer(secret), ...JSON_BODY }, body: BODY })),
});

/** Changes courses, a separate one on each connection. */
const patchCourses = (means: Means): Load => ({
  kind: 'send',
  requests: Array.from({ length: Math.max(CONNECTIONS, means.secrets.length) }, (_, index) => ({
    method: 'PATCH',
    path: courseAt(means, index % CONNECTIONS),
    headers: { ...bearer(means.secrets[index % means.secrets.length] ?? ''), ...JSON_BODY },
    body: BODY,
  })),
});

/** Requests a path as all users in turn, starting from a different one each time, so that none comes near the limit of a single user. */
const asUsers = async ({ cookies }: Means, path: string): Promise<Load> => inTurn(path, await cookies());

function inTurn(path: string, cookies: string[]): Load {
  const requests = cookies.map((cookie) => ({ method: 'GET' as const, path, headers: { cookie } }));
  return { kind: 'send', requests: rotate(requests, Math.floor(Math.random() * requests.length)) };
}

async function curriculum({ scale }: Means, lessons: (typeof LESSON_SCALES)[number]): Promise<Load> {
  const { courseIds, cookies } = await scale();
  return inTurn(`${SESSION_COURSES}${courseIds[lessons]}/curriculum/`, cookies);
}

async function learnerList(means: Means, learners: (typeof LEARNER_SCALES)[number], query = ''): Promise<Load> {
  const { videos } = await means.scale();
  return asUsers(means, `${SESSION_COURSES}${videos[learners].courseId}/learners/${query}`);
}

/** Requests a page of 20 learners, which is half a megabyte. */
async function gradebookPage(means: Means, learners: (typeof GRADEBOOK_SCALES)[number]): Promise<Load> {
  return asUsers(means, `${SESSION_COURSES}${(await means.gradebooks())[learners]}/gradebook/?page_size=20`);
}

/** Requests a page of 5 learners, who each have a record of 200 meetings. */
async function attendancePage(means: Means, learners: (typeof ATTENDANCE_SCALES)[number]): Promise<Load> {
  return asUsers(means, `${SESSION_COURSES}${(await means.attendance())[learners]}/attendance/?page_size=5`);
}

async function deliveryPage(means: Means, queryOf: (list: DeliveryList) => string = () => ''): Promise<Load> {
  const list = await means.deliveries();
  return asUsers(means, `/api/v1/integrations/webhooks/${list.endpointId}/deliveries/${queryOf(list)}`);
}

async function analytics({ purchases }: Means, orders: Purchases, path: string, queryOf: (seller: SellingOrganisation) => string = () => ''): Promise<Load> {
  const seller = (await purchases())[orders];
  return inTurn(`/api/v1/analytics/${path}/?livemode=true${queryOf(seller)}`, seller.cookies);
}

async function topicList(means: Means, topics: (typeof TOPIC_SCALES)[number], query = ''): Promise<Load> {
  const { courseId } = (await means.discussions())[topics];
  return asUsers(means, `${SESSION_COURSES}${courseId}/discussion/topics/${query}`);
}

/** Requests the replies to the topic that has ten times as many replies as its course has topics. */
async function replyList(means: Means, topics: (typeof TOPIC_SCALES)[number], query = ''): Promise<Load> {
  const { courseId, topicId } = (await means.discussions())[topics];
  return asUsers(means, `${SESSION_COURSES}${courseId}/discussion/topics/${topicId}/replies/${query}`);
}

/** Number of addresses, such that none exceeds its limit. */
const ADDRESSES = 5000;

/** Follows the same link from all addresses, which causes the most contention for the counters. */
async function follow({ programs }: Means): Promise<Load> {
  const { code } = await programs();
  const from = (n: number) => ({ 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}`, 'user-agent': 'Browser' });
  return { kind: 'send', requests: Array.from({ length: ADDRESSES }, (_, n) => ({ method: 'GET' as const, path: `/r/${code}`, headers: from(n) })) };
}

async function affiliateOverview({ programs }: Means, clicks: (typeof CLICK_SCALES)[number]): Promise<Load> {
  return inTurn('/api/v1/affiliates/overview/', (await programs()).cookies[clicks]);
}

async function affiliateFunnel({ programs }: Means, clicks: (typeof CLICK_SCALES)[number]): Promise<Load> {
  return inTurn('/api/v1/affiliates/funnel/', (await programs()).cookies[clicks]);
}

async function progressWrite({ scale }: Means, learners: (typeof LEARNER_SCALES)[number]): Promise<Load> {
  const { videos, cookies } = await scale();
  const { courseId, chapterId, id } = videos[learners];
  return { kind: 'watch', path: `${SESSION_COURSES}${courseId}/chapters/${chapterId}/lessons/${id}/progress/`, cookies };
}

const BESIDE_PEER = ['service', 'peer'] as const;
const BESIDE_OWN = ['service', 'limit', 'plain'] as const;

export const WORKLOADS = [
  { name: 'get course', status: 200, load: (means) => asAgent(means, newest(means)) },
  {
    name: 'session get course',
    status: 200,
    servers: ['service'],
    beside: 'get course',
    load: (means) => asUsers(means, `${SESSION_COURSES}${means.seed.courseIds.at(-1)}/`),
  },
  { name: 'list 50 courses', status: 200, load: (means) => asAgent(means, COURSES) },
  { name: 'patch course', status: 200, servers: BESIDE_PEER, load: patchCourses },
  { name: 'create course', status: 201, servers: BESIDE_PEER, load: ({ seed }) => createCourses(seed.otherSecrets.slice(0, 1)) },
  { name: 'create course in 100', status: 201, servers: BESIDE_PEER, load: ({ seed }) => createCourses(seed.otherSecrets) },
  { name: 'patch lesson', status: 200, servers: BESIDE_OWN, load: async ({ seed, db }) => ({ kind: 'patch', lessons: await currentLessons(seed, db) }) },
  { name: '404 no such course', status: 404, servers: BESIDE_OWN, beside: 'get course', load: (means) => asAgent(means, `${COURSES}${newId()}/`) },
  { name: '404 no such path', status: 404, beside: 'get course', load: (means) => asAgent(means, `${newest(means)}nothing/`) },
  // Each read by an agent is followed by a session's read of the same work: a single row, and nothing beyond what the credential provides.
  { name: 'agent settings GET', status: 200, servers: ['service'], load: (means) => asAgent(means, '/api/v1/agent/org-settings/') },
  {
    name: 'session config GET',
    status: 200,
    servers: ['service'],
    beside: 'agent settings GET',
    load: (means) => asUsers(means, '/api/v1/tenants/config/'),
  },
  { name: 'agent whoami GET', status: 200, servers: ['service'], load: (means) => asAgent(means, '/api/v1/agent/whoami/') },
  {
    name: 'session subdomain GET',
    status: 200,
    servers: ['service'],
    beside: 'agent whoami GET',
    load: (means) => asUsers(means, '/api/v1/tenants/subdomain/'),
  },
  { name: 'session me GET', status: 200, servers: ['service'], load: (means) => asUsers(means, '/api/v1/me/') },
  { name: 'session login POST', status: 200, servers: ['service', 'limit'], load: ({ seed }) => ({ kind: 'sign in', users: seed.users }) },
  // Each workload with few rows is followed by the same one with many.
  { name: 'curriculum of 200 lessons', status: 200, servers: ['service'], load: (means) => curriculum(means, 200) },
  {
    name: 'curriculum of 2,000 lessons',
    status: 200,
    servers: ['service'],
    beside: 'curriculum of 200 lessons',
    load: (means) => curriculum(means, 2000),
  },
  { name: 'learners of 10,000', status: 200, servers: ['service'], load: (means) => learnerList(means, 10_000) },
  { name: 'learners of 100,000', status: 200, servers: ['service'], beside: 'learners of 10,000', load: (means) => learnerList(means, 100_000) },
  {
    name: 'learners of 100,000 by name',
    status: 200,
    servers: ['service'],
    beside: 'learners of 100,000',
    load: (means) => learnerList(means, 100_000, '?ordering=name'),
  },
  {
    name: 'learners of 100,000 by percent',
    status: 200,
    servers: ['service'],
    beside: 'learners of 100,000',
    load: (means) => learnerList(means, 100_000, '?ordering=-percent'),
  },
  {
    name: 'learners of 100,000 by activity',
    status: 200,
    servers: ['service'],
    beside: 'learners of 100,000',
    load: (means) => learnerList(means, 100_000, '?ordering=-last_activity_at'),
  },
  { name: 'gradebook of 500 x 100', status: 200, servers: ['service'], load: (means) => gradebookPage(means, 500) },
  {
    name: 'gradebook of 5,000 x 100',
    status: 200,
    servers: ['service'],
    beside: 'gradebook of 500 x 100',
    load: (means) => gradebookPage(means, 5000),
  },
  { name: 'attendance of 200 x 200', status: 200, servers: ['service'], load: (means) => attendancePage(means, 200) },
  {
    name: 'attendance of 2,000 x 200',
    status: 200,
    servers: ['service'],
    beside: 'attendance of 200 x 200',
    load: (means) => attendancePage(means, 2000),
  },
  { name: 'topics of 1,000', status: 200, servers: ['service'], load: (means) => topicList(means, 1000) },
  { name: 'topics of 10,000', status: 200, servers: ['service'], beside: 'topics of 1,000', load: (means) => topicList(means, 10_000) },
  { name: 'topic search of 1,000', status: 200, servers: ['service'], load: (means) => topicList(means, 1000, `?search=${SEARCH}`) },
  {
    name: 'topic search of 10,000',
    status: 200,
    servers: ['service'],
    beside: 'topic search of 1,000',
    load: (means) => topicList(means, 10_000, `?search=${SEARCH}`),
  },
  { name: 'common word in 1,000', status: 200, servers: ['service'], load: (means) => topicList(means, 1000, `?search=${COMMON}`) },
  {
    name: 'common word in 10,000',
    status: 200,
    servers: ['service'],
    beside: 'common word in 1,000',
    load: (means) => topicList(means, 10_000, `?search=${COMMON}`),
  },
  { name: 'replies of 10,000', status: 200, servers: ['service'], load: (means) => replyList(means, 1000) },
  { name: 'replies of 100,000', status: 200, servers: ['service'], beside: 'replies of 10,000', load: (means) => replyList(means, 10_000) },
  {
    name: 'replies of 100,000 page 1,000',
    status: 200,
    servers: ['service'],
    beside: 'replies of 100,000',
    load: (means) => replyList(means, 10_000, '?page=1000'),
  },
  { name: 'reply search of 10,000', status: 200, servers: ['service'], load: (means) => replyList(means, 1000, `?search=${SEARCH}`) },
  {
    name: 'reply search of 100,000',
    status: 200,
    servers: ['service'],
    beside: 'reply search of 10,000',
    load: (means) => replyList(means, 10_000, `?search=${SEARCH}`),
  },
  { name: 'progress write at 10,000', status: 200, servers: ['service'], load: (means) => progressWrite(means, 10_000) },
  {
    name: 'progress write at 100,000',
    status: 200,
    servers: ['service'],
    beside: 'progress write at 10,000',
    load: (means) => progressWrite(means, 100_000),
  },
  { name: 'clicks on one link', status: 302, servers: ['service'], load: follow },
  { name: 'affiliates at 100,000 clicks', status: 200, servers: ['service'], load: (means) => affiliateOverview(means, 100_000) },
  {
    name: 'affiliates at 1,000,000 clicks',
    status: 200,
    servers: ['service'],
    beside: 'affiliates at 100,000 clicks',
    load: (means) => affiliateOverview(means, 1_000_000),
  },
  { name: 'funnel at 100,000 clicks', status: 200, servers: ['service'], load: (means) => affiliateFunnel(means, 100_000) },
  {
    name: 'funnel at 1,000,000 clicks',
    status: 200,
    servers: ['service'],
    beside: 'funnel at 100,000 clicks',
    load: (means) => affiliateFunnel(means, 1_000_000),
  },
  { name: 'deliveries page 1', status: 200, servers: ['service'], load: (means) => deliveryPage(means) },
  {
    name: 'deliveries page 3,000',
    status: 200,
    servers: ['service'],
    beside: 'deliveries page 1',
    load: (means) => deliveryPage(means, ({ cursor }) => `?cursor=${cursor}`),
  },
  { name: 'purchases of 100,000', status: 200, servers: ['service'], load: (means) => analytics(means, 100_000, 'purchases') },
  {
    name: 'purchases of 1,000,000',
    status: 200,
    servers: ['service'],
    beside: 'purchases of 100,000',
    load: (means) => analytics(means, 1_000_000, 'purchases'),
  },
  {
    name: 'purchases of 1,000,000 page 5,000',
    status: 200,
    servers: ['service'],
    beside: 'purchases of 1,000,000',
    load: (means) => analytics(means, 1_000_000, 'purchases', ({ cursor }) => `&cursor=${cursor}`),
  },
  { name: 'overview of 100,000 orders', status: 200, servers: ['service'], load: (means) => analytics(means, 100_000, 'overview') },
  {
    name: 'overview of 1,000,000 orders',
    status: 200,
    servers: ['service'],
    beside: 'overview of 100,000 orders',
    load: (means) => analytics(means, 1_000_000, 'overview'),
  },
] as const satisfies Workload[];

export type WorkloadName = (typeof WORKLOADS)[number]['name'];

async function currentLessons({ organisationId, lessons }: Seed, db: Database): Promise<PatchedLesson[]> {
  const rows = await db.selectFrom('lessons').select(['id', 'updated_at']).where('organisation_id', '=', organisationId).execute();
  const updatedAt = new Map(rows.map((row) => [row.id, row.updated_at]));
  return lessons
    .slice(0, CONNECTIONS)
    .map(({ courseId, chapterId, id }) => ({ path: `${COURSES}${courseId}/chapters/${chapterId}/lessons/${id}/`, updatedAt: updatedAt.get(id) ?? '' }));
}
