import type supertest from 'supertest';
import type { JobName } from '../../src/domain/kernel/jobs.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { expectStatus, tokenOf } from './browser.ts';
import { newSchool, type School } from './school.ts';
import { beginNow } from './worlds.ts';

type Answer = supertest.Response['body'];

/** The roster imports of a course, as the browser of a member calls them. */
export interface Rosters {
  /** Sends a file, which must be accepted. */
  send(file: string | Buffer, filename?: string): Promise<Answer>;
  refused(file: string | Buffer): Promise<[number, string, string]>;
  read(id: string, query?: string): Promise<Answer>;
  /** Returns `line action code` of every row. */
  outcomes(id: string): Promise<string[]>;
  change(id: string, body: object): Promise<Answer>;
  commit(id: string): Promise<Answer>;
  credentials(id: string, query?: string): Promise<supertest.Response>;
}

export function rostersOf({ courseId, browser }: Pick<School, 'courseId'> & { browser: Browser }): Rosters {
  const base = `courses/${courseId}/roster-imports/`;
  const upload = (file: string | Buffer, filename = 'class.csv') => browser.upload(base, Buffer.from(file as string), { filename });
  const read = async (id: string, query = '') => (await expectStatus(200, browser.call('get', `${base}${id}/${query}`))).body;
  return {
    send: async (file, filename) => (await expectStatus(201, upload(file, filename))).body,
    async refused(file) {
      const { status, body } = await upload(file);
      return [status, body.errors?.[0]?.field, body.errors?.[0]?.code];
    },
    read,
    async outcomes(id) {
      const { rows } = await read(id, '?page_size=200');
      return rows.results.map(({ line, action, code }: Answer) => `${line} ${action}${code ? ` ${code}` : ''}`);
    },
    change: async (id, body) => (await expectStatus(200, browser.call('patch', `${base}${id}/`, body))).body,
    commit: async (id) => (await expectStatus(202, browser.call('post', `${base}${id}/commit/`))).body,
    credentials: (id, query = '') => browser.call('get', `${base}${id}/credentials/${query}`),
  };
}

let people = 0;

/** An email address that nobody has. */
export const newAddress = (): string => `person-${process.pid}-${++people}@roster.example.org`;

export const addresses = (count: number): string[] => Array.from({ length: count }, newAddress);

/** A file with people who have no mailbox, and whose accounts are made at once. */
export const pupils = (count: number): string =>
  ['Name,Student number', ...Array.from({ length: count }, (_, index) => `Person ${index + 1},${index + 1}`)].join('\n');

/** A file with people who are invited. */
export const fileOf = (addresses: readonly string[]): string =>
  ['Name,Email', ...addresses.map((address, index) => `Person ${index + 1},${address}`)].join('\n');

/** Sends a file, has it committed, and returns what has become of it. */
export async function commitFile(app: TestApp, rosters: Rosters, file: string): Promise<Answer> {
  const { id } = await rosters.send(file);
  await rosters.commit(id);
  await app.mailbox.runJobs();
  return rosters.read(id);
}

interface WithRosters {
  app: TestApp;
  school: School;
  /** The rosters of the course of the school. */
  rosters: Rosters;
  query(text: string, values: unknown[]): Promise<Answer[]>;
  /** Returns the addresses of those who are enrolled in the course, in their order, and why they are. */
  enrollments(): Promise<Answer[]>;
  /** Returns the names of those who are enrolled in the course, in their order. */
  names(): Promise<string[]>;
  /** Lists the invitations of the organisation. */
  invites(query?: string): Promise<Answer>;
  /** Accepts the invitation that was mailed to an address, and runs what follows. */
  accept(address: string, browser: Browser): Promise<supertest.Response>;
  /** Counts the learners of the organisation. */
  learners(): Promise<number>;
  committed(file: string): Promise<Answer>;
}

/** What follows when people come into a course, and no test of rosters asks about. */
const GRADES_AND_BADGES: readonly JobName[] = ['compute_grades', 'compute_gradebook', 'recompute_gradebook', 'make_badge', 'make_badges'];

/** Gives each test of a file a new school. */
export function eachWithRosters(): WithRosters {
  const at = {
    query: async (text: string, values: unknown[]) => (await at.app.database.pool.query(text, values)).rows,
    enrollments: () =>
      at.query(`select u.email, e.source from enrollments e join users u on u.id = e.user_id where e.course_id = $1 order by u.email`, [at.school.courseId]),
    names: async () =>
      (await at.query('select learner_name from enrollments where course_id = $1 order by learner_name', [at.school.courseId])).map(
        ({ learner_name }) => learner_name,
      ),
    invites: async (query = '') => (await expectStatus(200, at.school.browser.call('get', `tenants/members/invites/${query}`))).body,
    accept: async (address, browser) => {
      const token = tokenOf((await at.app.mailbox.read(address)).at(-1)?.text);
      const answer = await browser.call('post', 'tenants/members/invites/accept/', { token });
      await at.app.mailbox.runJobs();
      return answer;
    },
    learners: async () =>
      (await at.query(`select count(*)::int as n from memberships where organisation_id = $1 and role = 'learner'`, [at.school.organisation.id]))[0].n,
    committed: (file: string) => commitFile(at.app, at.rosters, file),
  } as WithRosters;
  beforeAll(async () => {
    at.app = await startTestApp(undefined, { idle: GRADES_AND_BADGES });
  });
  beforeEach(async () => {
    // Where a test has moved the clock, schools are not copied.
    beginNow(at.app);
    at.school = await newSchool(at.app);
    at.rosters = rostersOf(at.school);
  });
  afterAll(() => at.app.close());
  return at;
}
