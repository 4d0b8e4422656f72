import { validate as isUuid } from 'uuid';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import { isId, newId } from '../../../src/domain/kernel/ids.ts';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { atEnd } from '../../support/at-end.ts';
import { expectStatus, newCreator, newUser, type TestUser } from '../../support/browser.ts';
import { type HeadersFor, prepareCallers } from '../../support/callers.ts';
import { insertKiosk } from '../../support/kiosk.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';
import { Snapshot } from '../../support/snapshot.ts';
import { WideWindow } from '../../support/wide-window.ts';
import { type Answer, Client, type Sent } from './client.ts';
import { type Encoded, json, multipart, takes } from './encodings.ts';
import { type EntryWithBody, NOWHERE, Objects, PARAMETER } from './objects.ts';
import { insertAffiliate, insertAiJob, insertCertificate, insertCommission, insertMeeting, insertPrint, insertSubscription, Outside } from './outside.ts';
import { type Base, baseBodies, neededQuery } from './samples.ts';
import { bodySchema, type Members, parametersOf, requiredIn } from './schema.ts';

/** Reads that are themselves recorded in the audit log, or find nothing for some values of their query. */
const READS_BY_NAME: readonly OperationId[] = ['exportPayouts', 'getAttendancePin', 'getSheetLayout', 'printAttendanceBadges'];

/**
 * Whether a plain request already takes effect, since it has no body, path parameter or required query parameter that could be invalid, or whether its
 * response depends on its query.
 */
export const actsAsItIs = (row: OperationRow): boolean =>
  (row.method !== 'get' && row.body === null && !row.path.includes('{') && requiredIn(row, 'query').length === 0) ||
  READS_BY_NAME.some((id) => operationTable[id] === row);

const idOf = (row: OperationRow): OperationId => (Object.keys(operationTable) as OperationId[]).find((id) => operationTable[id] === row) as OperationId;

/** Columns that do not count as content: when a key was last used, and how often a code was guessed. */
const NO_CONTENT = ['last_used_at', 'failures'];

/** The browser of a guest. */
const VISITOR = '01890000-0000-7000-8000-00000000c0de';

/** Tables that are not put back: the report at the end of a run reads what was audited and published. */
const KEPT = ['sessions', 'audit_log', 'audit_personal', 'webhook_events'];

/** The rubric of the graded assignment. */
const GRADED_BY = { title: 'a', is_feedback_only: false, criteria: [{ id: 'a', title: 'a', levels: [{ title: 'a', points: 100, description: '' }] }] };

/** What a file without anything in it would make. */
const EMPTY_PLAN = {
  title: 'a',
  chapters: [],
  lesson_count: 0,
  file_count: 0,
  file_bytes: 0,
  topic_count: 0,
  has_settings: false,
  dates: [],
  found: 0,
  made: 0,
  changed: 0,
  skipped: 0,
  warnings: [],
};

/** A running service with one object of every kind that can be created through the contract, and the calls that the checks make. */
export class World {
  readonly app: TestApp;
  readonly org: TestOrganisation;
  readonly client: Client;
  /** Makes the requests of the session surface. */
  readonly #caller: TestUser & { id: string };
  readonly #headersFor: HeadersFor;
  readonly #outside: Outside;
  readonly #objects = new Objects();
  /** The rows when the world was complete. */
  #snapshot: Snapshot | undefined;
  /** The assignment that the gradebook shows. Requests change its content. */
  #graded: { id: string; content: object } = { id: NOWHERE, content: {} };
  /** The cookie of a kiosk of the course. */
  #kiosk: string | undefined;
  /** The organisation of the session user. Sent in every request that accepts it, because a session switches to the organisation used last. */
  #organisationId: string | null = null;

  private constructor(app: TestApp, outside: Outside, org: TestOrganisation, caller: TestUser & { id: string }, headersFor: HeadersFor) {
    this.app = app;
    this.#outside = outside;
    this.org = org;
    this.#caller = caller;
    this.#headersFor = headersFor;
    this.client = new Client(app.url);
  }

  static #shared: Promise<World> | undefined;

  /** Returns the world that all test files of a worker share. Each test begins with `restore`, so that it does not depend on those before it. */
  static shared(): Promise<World> {
    World.#shared ??= World.open().then((world) => {
      atEnd(() => world.close());
      return world;
    });
    return World.#shared;
  }

  static async open(): Promise<World> {
    const outside = await Outside.open();
    const app = await startTestApp((services) => outside.join({ ...services, limits: new WideWindow(services.limits) }));
    const caller = await newCreator(app);
    const world = new World(app, outside, await newOrganisation(app), caller, await prepareCallers(app, caller));
    await world.#settle();
    await world.#objects.create(
      (row, body) => world.call(row, body),
      (id, row) => world.#facts(id, row),
    );
    await world.#addMember();
    await world.#addGradedLesson();
    await world.#addLearner();
    await world.#addKiosk();
    await world.#addReply();
    await world.#addPrint();
    await outside.seedNamedFiles(app.database.pool);
    await world.#enroll();
    await world.#addCertificate();
    await world.#addOrder();
    await world.#addCommission();
    world.#objects.add('/api/v1/me/catalog-subscriptions/{id}/', await insertSubscription(app.database.pool, world.#organisationId as string));
    world.#objects.add('/api/v1/catalog-subscriptions/orgs/{org_slug}/', world.#organisationId as string);
    world.#snapshot = await Snapshot.take(app.database, KEPT);
    return world;
  }

  async close(): Promise<void> {
    this.client.close();
    await this.app.close();
    await this.#outside.close();
  }

  async #settle(): Promise<void> {
    await this.app.database.pool.query(`update platform_subscriptions set plan_id = 'enterprise'`);
    // The join code is created when it is first read, so that later reads change nothing.
    await this.call(operationTable.getJoinCode);
    const { text } = await this.call(operationTable.getMe);
    this.#organisationId = (JSON.parse(text) as { current_organisation: { id: string } }).current_organisation.id;
  }

  /** Enrolls the caller in the course and opens the lesson, so that reading the lesson again changes nothing. */
  async #enroll(): Promise<void> {
    for (const [row, body] of [[operationTable.enroll, json('{}')], [operationTable.getLesson]] as const) {
      const { status, text } = await this.call(row, body);
      if (status >= 300) throw new Error(`${row.path}: ${status} ${text}`);
    }
  }

  /** Has the course award certificates, and gives the caller one of another course. */
  async #addCertificate(): Promise<void> {
    const { status, text } = await this.call(operationTable.replaceCertificateSettings, json('{"is_enabled": true}'));
    if (status >= 300) throw new Error(`certificate settings: ${status} ${text}`);
    // The learner's name can be set only in a course that has not awarded them a certificate.
    const { text: course } = await this.call(operationTable.createCourse, json('{"title": "Awarded"}'));
    const id = await insertCertificate(this.app.database.pool, (JSON.parse(course) as { id: string }).id);
    this.#objects.add('/api/v1/certificates/{certificate_id}/', id);
    this.#objects.add(operationTable.updateOwnCertificate.path, id);
  }

  /** Adds an order of the caller that is paid, so that looking at it asks no gateway. */
  async #addOrder(): Promise<void> {
    const { rows } = await this.app.database.pool.query<{ id: string }>(
      `insert into orders (organisation_id, id, state, course_title, buyer_id, currency, subtotal, total, gateway, livemode, account_id, payment_id, created_at,
         expires_at, checked_at, paid_at)
       select organisation_id, gen_random_uuid(), 'paid', 'a', user_id, 'EUR', 100, 100, 'sandbox', false, 'a', gen_random_uuid()::text, now(),
         now() + interval '1 hour', now(), now()
       from memberships where organisation_id = $1 and role = 'owner' returning id`,
      [this.#organisationId],
    );
    this.#objects.add(operationTable.getOwnOrder.path, rows[0]?.id as string);
    await this.app.database.pool.query(
      `insert into guest_orders (organisation_id, order_id, visitor_id, claimed_at, created_at) select organisation_id, id, $2, now(), now() from orders where id = $1`,
      [rows[0]?.id, VISITOR],
    );
    this.#objects.add(operationTable.getGuestOrder.path, rows[0]?.id as string);
  }

  /** Adds a commission of the caller, who is an affiliate. */
  async #addCommission(): Promise<void> {
    const { pool } = this.app.database;
    const affiliateId = await insertAffiliate(pool, this.#organisationId as string);
    this.#objects.add(operationTable.updateAffiliate.path, affiliateId);
    this.#objects.add('/api/v1/affiliates/commissions/{id}/', await insertCommission(pool, this.#organisationId as string, affiliateId));
  }

  /** Adds a member besides the caller to their organisation. */
  async #addMember(): Promise<void> {
    const { id } = await newUser(this.app, { signedIn: false });
    const { db } = this.app.database;
    await db
      .insertInto('memberships')
      .values({ organisation_id: this.#organisationId as string, user_id: id, role: 'learner' })
      .execute();
    this.#objects.add(operationTable.updateMember.path, id);
  }

  /** Adds an assignment and a learner to the course, whom the gradebook shows. */
  async #addGradedLesson(): Promise<void> {
    const [, courseId = '', chapterId = ''] = this.address(operationTable.getChapter).split(/\/(?:courses|chapters)\//);
    const lesson = { title: 'An assignment', content_type: 'assignment', content: { instructions: 'a', submission_kinds: ['text'] }, is_published: true };
    const path = `/api/v1/courses/${courseId}/chapters/${chapterId}lessons/`;
    const { id, content } = JSON.parse((await this.call(operationTable.createLesson, json(JSON.stringify(lesson)), { path })).text) as {
      id: string;
      content: object;
    };
    this.#graded = { id, content };
    const { rows } = await this.app.database.pool.query<{ id: string }>(
      `insert into enrollments (organisation_id, id, course_id, user_id)
       select organisation_id, gen_random_uuid(), $2, user_id from memberships where organisation_id = $1 and role = 'learner' returning id`,
      [this.#organisationId, courseId],
    );
    this.#objects.add('/api/v1/gradebook/grades/{enrollment_pk}/', rows[0]?.id as string);
    this.#objects.add('/api/v1/gradebook/grades/{enrollment_pk}/{lesson_pk}/', id);
    this.#objects.add('/api/v1/gradebook/lessons/{lesson_pk}/', id);
    this.#objects.add('/api/v1/lessons/review/{enrollment_pk}/', rows[0]?.id as string);
    const { jobId, itemId } = await insertAiJob(this.app.database.pool, courseId);
    this.#objects.add('/api/v1/gradebook/ai-jobs/{job_id}/', jobId);
    this.#objects.add('/api/v1/ai-jobs/{job_id}/suggestions/{id}/', itemId);
  }

  async #addKiosk(): Promise<void> {
    const course = this.address(operationTable.getCourse).split('/').at(-2) as string;
    this.#kiosk = (await insertKiosk(this.app.database.pool, course, this.app.clock.now())).cookie;
  }

  /** Adds a reply to the topic. */
  async #addReply(): Promise<void> {
    const { text } = await this.call(operationTable.createDiscussionReply, json('{"text": {"body": "a"}}'));
    this.#objects.add(operationTable.updateDiscussionReply.path, (JSON.parse(text) as { id: string }).id);
  }

  /** Adds a quiz to the course that can be printed, and a print of it. */
  async #addPrint(): Promise<void> {
    const [, courseId = '', chapterId = ''] = this.address(operationTable.getChapter).split(/\/(?:courses|chapters)\//);
    const content = { questions: [{ type: 'true_false', prompt: 'a', correct: true }] };
    const lesson = { title: 'A quiz', content_type: 'quiz', content, is_published: true };
    const path = `/api/v1/courses/${courseId}/chapters/${chapterId}lessons/`;
    const { id } = JSON.parse((await this.call(operationTable.createLesson, json(JSON.stringify(lesson)), { path })).text) as { id: string };
    this.#objects.add('/api/v1/answer-sheets/{lesson_pk}/', id);
    this.#objects.add('/api/v1/pdf/jobs/{print_pk}/', await insertPrint(this.app.database.pool, id, '111111111'));
  }

  /** Adds a learner to the course whose access requests may end. */
  async #addLearner(): Promise<void> {
    const { id: userId } = await newUser(this.app, { signedIn: false });
    const { db } = this.app.database;
    const place = { organisation_id: this.#organisationId as string, user_id: userId };
    const course = this.address(operationTable.getCourse).split('/').at(-2) as string;
    await db
      .insertInto('memberships')
      .values({ ...place, role: 'learner' })
      .execute();
    const { id } = await db
      .insertInto('enrollments')
      .values({ ...place, id: newId(), course_id: course })
      .returning('id')
      .executeTakeFirstOrThrow();
    this.#objects.add(operationTable.getLearner.path, id);
    this.#objects.add('/api/v1/attendance/records/{enrollment_pk}/', id);
    this.#objects.add(operationTable.writeAttendanceRecord.path, await insertMeeting(this.app.database.pool, course));
  }

  /** Makes the world what it was at first. */
  async restore(): Promise<void> {
    await this.#rest();
    await this.#snapshot?.restore();
    this.#outside.forgetFiles();
    this.#caller.browser.cookie = await this.app.signedInCookie(this.#caller.id);
  }

  /** Undoes what earlier requests of a test did: actions that are allowed only a limited number of times, dates, unpublishing, and other content. */
  async refresh(): Promise<void> {
    const { pool } = this.app.database;
    await pool.query('update organisations set created_by = null');
    await pool.query('update certificate_settings set is_enabled = true');
    await pool.query('delete from certificate_backfills');
    await pool.query('delete from course_exports');
    await pool.query(`delete from affiliate_links where code <> 'sample'`);
    await pool.query(`update affiliates set status = 'approved'`);
    await pool.query(`update course_imports set status = 'ready', format = coalesce(format, 'outline'), plan = $1 where object_id is not null`, [EMPTY_PLAN]);
    await this.#bringImport();
    await pool.query(`update courses set length_mode = 'open_ended', duration_days = null, start_date = null, end_date = null`);
    await pool.query('update cohorts set starts_on = null, ends_on = null');
    await pool.query('update lessons set is_published = true, opens_day_offset = null, opens_time = null, closes_day_offset = null, closes_time = null');
    await pool.query('update chapters set is_published = true');
    await pool.query(
      `update roster_imports set status = case when id in (select distinct on (course_id) id from roster_imports order by course_id, id) then 'ready' else 'expired' end`,
    );
    await pool.query(`update ai_grading_jobs set status = 'cancelled', failure = null, finished_at = now()`);
    await pool.query(
      `insert into gradebook_lessons (organisation_id, lesson_id, is_graded, grading_type, attempts_policy, is_extra_credit, is_omitted, is_online, rubric)
       select organisation_id, id, true, 'points', 'highest', false, false, true, $2 from lessons where id = $1
       on conflict (organisation_id, lesson_id) do update set rubric = excluded.rubric`,
      [this.#graded.id, JSON.stringify(GRADED_BY)],
    );
    await pool.query(`update lessons set content_type = 'assignment', content = $2 where id = $1`, [this.#graded.id, this.#graded.content]);
  }

  /** Brings the bytes of the import, so that it can be read. */
  async #bringImport(): Promise<void> {
    const { rows } = await this.app.database.pool.query<{ storage_key: string; size_bytes: string }>(
      `select storage_key, o.size_bytes from course_imports i join storage_objects o on o.organisation_id = i.organisation_id and o.id = i.object_id where i.id = $1`,
      [this.address(operationTable.getCourseImport).split('/').at(-2)],
    );
    for (const { storage_key, size_bytes } of rows) await this.app.storage.put(storage_key, Buffer.alloc(Number(size_bytes)), 'application/octet-stream');
  }

  /** Returns the path of an operation with the ids in `given`, or else with the ids of existing objects. */
  address(row: OperationRow, given: Record<string, string> = {}): string {
    return this.#objects.address(row, given);
  }

  headers(row: OperationRow): Record<string, string> {
    if (row.surface === 'agent') return { Authorization: `Bearer ${this.org.secret}` };
    if (this.#kiosk && this.isForKiosk(row)) return { ...this.#headersFor(row), Cookie: this.#kiosk };
    const names = this.#organisationId !== null && parametersOf(row, 'header').has('X-Organisation');
    const own = this.#headersFor(row);
    const browser: Record<string, string> = row === operationTable.getGuestOrder ? { Cookie: `${own.Cookie}; lms_visitor=${VISITOR}` } : {};
    return { ...own, ...browser, ...(names ? { 'X-Organisation': this.#organisationId as string } : {}) };
  }

  isForKiosk = ({ access, path }: OperationRow): boolean => access === 'kiosk' || path.endsWith('/kiosk/unlock/');

  /** Returns the same headers as text, for a request that is written manually. */
  headerLines(row: OperationRow): string {
    return Object.entries(this.headers(row))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  async call(row: OperationRow, body?: Encoded, change: Partial<Sent> = {}): Promise<Answer> {
    const headers = { ...this.headers(row), ...(body ? { 'Content-Type': body.type } : {}), ...change.headers };
    const answer = await this.client.send({
      method: row.method.toUpperCase(),
      path: this.address(row),
      ...(body ? { body: body.bytes } : {}),
      ...change,
      headers,
    });
    // A device that becomes a kiosk gets a cookie, and is signed out.
    if (row === operationTable.openKioskDevice && answer.headers['set-cookie']) await this.#signIn();
    return answer;
  }

  async #signIn(): Promise<void> {
    // Earlier requests may have turned the second factor on.
    await this.app.database.pool.query('update users set code_channel = null where email = $1', [this.#caller.email]);
    const { email, password, browser } = this.#caller;
    await expectStatus(200, browser.call('post', 'auth/login/', { email, password }));
  }

  /** Returns valid bodies of an operation. What they say about existing objects is correct, after what earlier requests did to these was undone. */
  async bases([id, row]: EntryWithBody): Promise<Base[]> {
    await this.refresh();
    const bases = baseBodies(id);
    const { properties = {} } = bodySchema(id);
    const facts: Members = await this.#facts(id, row);
    if (properties.updated_at && !('updated_at' in facts)) facts.updated_at = await this.#updatedAt(row);
    if (properties.ids) facts.ids = await this.#childrenOf(row);
    for (const [name, value] of Object.entries(bases[0]?.body ?? {})) {
      const object = !(name in facts) && name.endsWith('_id') && isId(value) && this.#objects.find(`/${name.replace(/_id$/, 's')}/{}/`);
      if (object) facts[name] = object;
    }
    return bases.map((base) => ({ ...base, body: { ...base.body, ...facts } }));
  }

  async #facts(id: OperationId, row: OperationRow): Promise<Members> {
    const { pool } = this.app.database;
    if (id !== 'restoreOrganisation') return this.#outside.facts(pool, id, this.address(row));
    return (await pool.query<Members>('select subdomain from organisations where id = $1', [this.#organisationId])).rows[0] ?? {};
  }

  /** Returns `updated_at` of the lesson in the path. */
  async #updatedAt(row: OperationRow): Promise<string> {
    const { rows } = await this.app.database.pool.query<{ updated_at: string }>('select updated_at from lessons where id = $1', [this.#lastNamed(row)]);
    return rows[0]?.updated_at as string;
  }

  /** Returns the ids, in order, of the children of the last object in the path. The segment before the last one names their kind. */
  async #childrenOf(row: OperationRow): Promise<string[]> {
    const kind = row.path.split('/').at(-3) as string;
    const parent = kind === 'chapters' ? 'course_id' : 'chapter_id';
    const { rows } = await this.app.database.pool.query<{ id: string }>(`select id from ${kind} where ${parent} = $1 order by position`, [
      this.#lastNamed(row),
    ]);
    return rows.map(({ id }) => id);
  }

  #lastNamed = (row: OperationRow): string =>
    this.address(row)
      .split('/')
      .findLast((part) => isUuid(part)) as string;

  /**
   * Returns the same request for objects that do not exist, or with an invalid body or query, so that it changes nothing whatever else it contains.
   * `faults` lists the fields of the errors in the body.
   */
  harmless(row: OperationRow): { path: string; body: Encoded | undefined; faults: string[] } {
    const nowhere = Object.fromEntries([...row.path.matchAll(PARAMETER)].map(([parameter]) => [parameter.slice(1, -1), NOWHERE]));
    const path = row.method === 'get' ? this.address(row) : this.address(row, nowhere);
    return { path: actsAsItIs(row) ? `${path}?nothing=1` : path + neededQuery(row), ...this.#noBody(row) };
  }

  #noBody(row: OperationRow): { body: Encoded | undefined; faults: string[] } {
    const { body } = row;
    if (!body) return { body: undefined, faults: [] };
    const text = json('[]');
    if (takes(body, text)) return { body: text, faults: ['body'] };
    const unknown = 'nobody-knows';
    return { body: multipart([[unknown, '']]), faults: [unknown, ...(bodySchema(idOf(row)).required ?? [])] };
  }

  /** Describes what is stored, as soon as no statement is running. */
  async stored(): Promise<string> {
    await this.#rest();
    return (this.#snapshot as Snapshot).state(NO_CONTENT, ['sessions']);
  }

  /** Waits until no statement has been running for some turns: the service may still be working for a client that has disconnected. */
  async #rest(): Promise<void> {
    const { pool } = this.app.database;
    for (let quiet = 0; quiet < 20; quiet++) {
      await new Promise(setImmediate);
      if (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) quiet = 0;
    }
  }

  /** Returns the number of changes made so far. */
  async changes(): Promise<number> {
    await this.#rest();
    const { rows } = await this.app.database.pool.query<{ count: number }>('select count(*)::int as count from audit_log');
    return rows[0]?.count ?? 0;
  }

  /** Returns the number of rows, in all tables, that contain a text. */
  async rowsWith(text: string): Promise<number | undefined> {
    await this.#rest();
    return this.#snapshot?.rowsWith(text);
  }
}
