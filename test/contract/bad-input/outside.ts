import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import sharp from 'sharp';
import type { OperationId } from '../../../generated/operations.ts';
import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { sheetIdFrom } from '../../../src/domain/assessment/answer-sheets/layout/sheet-code.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import type { Services } from '../../../src/http/services.ts';
import { openAiModel } from '../../../src/platform/ai/openai-model.ts';
import { publicFetch } from '../../../src/platform/fetch/public-fetch.ts';
import { openIdProviders } from '../../../src/platform/identity/openid-providers.ts';
import { type AiRequest, type AiServer, imageAnswer, materialOf, startAiServer, textAnswer } from '../../support/ai-server.ts';
import { withPorts } from '../../support/app.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.ts';
import { CERTIFICATE, startWebServer, type WebServer } from '../../support/web-server.ts';
import { NAMED_FILES } from './samples.ts';
import type { Members } from './schema.ts';

const COPY = { landing_title: 'a', subtitle: 'a', benefits: [], meta_title: 'a', meta_description: 'a' };
/** Valid answers of a model, by the name of the schema that they follow. */
const TEXTS: Record<string, (material: ReturnType<typeof materialOf>) => object> = {
  landing_copy: () => COPY,
  lesson_draft: ({ request: { content_type, question_count, url } }) => ({
    title: 'a',
    content:
      content_type === 'quiz'
        ? { questions: Array(question_count ?? 1).fill({ type: 'true_false', prompt: 'a', correct: true }) }
        : content_type === 'assignment'
          ? { instructions: 'a', submission_kinds: ['text'] }
          : content_type === 'lesson'
            ? { body: 'a' }
            : { url, ...(content_type === 'video' ? { source: 'file' } : content_type === 'document' ? { source: 'url' } : {}) },
  }),
  grade_by_rubric: ({ judge_by }) => ({
    confidence: 1,
    parts: judge_by.map(({ id, levels }: { id: string; levels: { title: string }[] }) => ({ id, level: levels[0]?.title, reason: 'a' })),
  }),
  rubric: ({ points, criterion_count }) => ({
    title: 'a',
    criteria: Array.from({ length: criterion_count ?? 1 }, (_, index) => ({ title: 'a', levels: [{ title: 'a', points: index === 0 ? points : 0 }] })),
  }),
};
const answerTo = (request: AiRequest) => textAnswer(JSON.stringify(TEXTS[request.body.response_format?.json_schema.name ?? '']?.(materialOf(request))));
const LESSON = /\/lessons\/([0-9a-f-]{36})\//;
const ORDER = /\/orders\/([0-9a-f-]{36})\//;
const LEARNER = /\/learners\/([0-9a-f-]{36})\//;
const COURSE = /\/courses\/([0-9a-f-]{36})\//;

/** What valid requests need besides the service: an AI model, an identity provider, a picture on another server, and uploaded files. */
export class Outside {
  readonly #ai: AiServer;
  readonly #pictures: WebServer;
  readonly #identityProvider: TestIdentityProvider;
  readonly #arrived = new Map<string, string>();
  #times = 0;

  private constructor(ai: AiServer, pictures: WebServer, identityProvider: TestIdentityProvider) {
    this.#ai = ai;
    this.#pictures = pictures;
    this.#identityProvider = identityProvider;
  }

  static async open(): Promise<Outside> {
    const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const ai = await startAiServer((request) => (request.path.includes('images') ? imageAnswer(picture) : answerTo(request)));
    return new Outside(ai, await startWebServer((_req, res) => void res.end(picture), { tls: true }), await startIdentityProvider());
  }

  join = (services: Services): Services =>
    withPorts({
      ai: openAiModel({ baseUrl: `${this.#ai.url}/v1`, apiKey: null, textModel: 'a', imageModel: 'a', prices: { currency: 'USD', input: 1, output: 1 } }),
      providers: openIdProviders([this.#identityProvider.settings]),
      publicFetch: publicFetch({ addresses: ['127.0.0.1'], ca: CERTIFICATE }),
    })(services);

  /** Returns the members of a valid body that refer to another server, to an object of the course in the path, or to an address that was never used. */
  async facts(pool: Pool, id: OperationId, address: string): Promise<Members> {
    if (id === 'importHeroImage') return { url: `${this.#pictures.url}/` };
    if (id === 'inviteMember') return { email: `${newId()}@example.org` };
    if (id === 'inviteLearnerToClaim') {
      await holdLearner(pool, LEARNER.exec(address)?.[1] as string);
      return { email: `${newId()}@example.org` };
    }
    if (id === 'startAiGrading') return { lesson_id: await gradedLesson(pool, COURSE.exec(address)?.[1] as string) };
    if (id === 'openKioskDevice') await enableKiosks(pool, COURSE.exec(address)?.[1] as string);
    if (id === 'markClassroomAttendance') return { meeting_id: await meetingOf(pool, COURSE.exec(address)?.[1] as string) };
    if (id === 'recordPastMeeting') return { cohort_id: null, marks: [], date: dayAgo(3), start_time: this.#nextTime(), end_time: '23:59' };
    if (id === 'writeGrade' || id === 'writeReviewGrade') return { updated_at: await gradeToken(pool, address) };
    if (id === 'acceptAiSuggestions') await agreeWithPeople(pool, address);
    if (id === 'fillGradebook') return { rule: { which: 'missing', lesson_id: await gradedLesson(pool, COURSE.exec(address)?.[1] as string), score: 0 } };
    if (id === 'printAnswerSheets') return { audience: 'blank', layout: '111' };
    if (id === 'scanSheet' || id === 'scanLessonSheet') return { client_id: newId() };
    if (id === 'scanMarks') return { sheets: [blankPage()] };
    if (id === 'startCheckout') {
      await putOnSale(pool, COURSE.exec(address)?.[1] as string);
      // The caller has access to the course, and can get it only for others. The organisation has no account at the gateway.
      return { gift: true, coupon_code: 'for-free' };
    }
    // The plan that the organisation was given has all that it could buy.
    if (id === 'changePlatformSubscription' || id === 'buyStorage') await pool.query(`update platform_subscriptions set plan_id = 'free'`);
    if (id === 'startSubscription') return { plan_id: await turnSubscription(pool, 'past_due') };
    if (id === 'changePlan' || id === 'createQaCatalogueSubscription') return { plan_id: await turnSubscription(pool, 'active') };
    if (id === 'refundOrder') return { order_id: await paidOrder(pool, COURSE.exec(address)?.[1] as string) };
    if (id === 'refundOrganisationOrder') await forgetRefunds(pool, ORDER.exec(address)?.[1] as string);
    if (id === 'reverseQaOrder') return payAtSandbox(pool, ORDER.exec(address)?.[1] as string);
    if (id === 'redeemAccessCode') return { code: await accessCode(pool) };
    if (id === 'joinAffiliateProgram') return { code: await affiliateInvite(pool) };
    if (id === 'correctScan') return { scan_id: await insertScan(pool, LESSON.exec(address)?.[1] as string) };
    const purpose = id === 'createMedia' ? 'media' : id === 'createDocument' ? 'document' : null;
    return purpose ? { upload_id: await this.#arrivedFile(pool, COURSE.exec(address)?.[1] as string, purpose) } : {};
  }

  /** A course has at most one meeting that begins at the same time. */
  #nextTime(): string {
    return new Date(60_000 * this.#times++).toISOString().slice(11, 16);
  }

  forgetFiles(): void {
    this.#arrived.clear();
  }

  async #arrivedFile(pool: Pool, courseId: string, purpose: 'media' | 'document'): Promise<string> {
    const known = this.#arrived.get(`${courseId} ${purpose}`);
    if (known) return known;
    const id = newId();
    await insertFile(pool, courseId, id, purpose);
    this.#arrived.set(`${courseId} ${purpose}`, id);
    return id;
  }

  /** Adds the media and the document that sample lesson contents refer to, to the first course of each organisation. */
  async seedNamedFiles(pool: Pool): Promise<void> {
    const { rows } = await pool.query<{ id: string }>('select distinct on (organisation_id) id from courses order by organisation_id, id');
    for (const { id: courseId } of rows)
      for (const [purpose, table] of [
        ['media', 'media'],
        ['document', 'documents'],
      ] as const) {
        const object = newId();
        await insertFile(pool, courseId, object, purpose);
        const kind = table === 'media' ? ['kind,', "'video',"] : ['', ''];
        await pool.query(
          `insert into ${table} (organisation_id, id, course_id, object_id, ${kind[0]} title) select organisation_id, $2, id, $3, ${kind[1]} 'a' from courses where id = $1`,
          [courseId, NAMED_FILES[table], object],
        );
      }
  }

  async close(): Promise<void> {
    await this.#ai.close();
    await this.#pictures.close();
    await this.#identityProvider.close();
  }
}

/** Returns `updated_at` of the grade whose cell is in the path, or null if nobody has written one. */
async function gradeToken(pool: Pool, address: string): Promise<string | null> {
  const [, enrollmentId, lessonId] = /grades\/([^/]+)\/([^/]+)/.exec(address) ?? [];
  const [, reviewedLessonId, reviewedId] = /lessons\/([^/]+)\/review\/([^/]+)/.exec(address) ?? [];
  const { rows } = await pool.query<{ updated_at: string }>('select updated_at from gradebook_grades where enrollment_id = $1 and lesson_id = $2', [
    enrollmentId ?? reviewedId,
    lessonId ?? reviewedLessonId,
  ]);
  return rows[0]?.updated_at ?? null;
}

/** The assignment of a course that has a rubric, or else any: earlier requests may have added assignments. */
const gradedLesson = async (pool: Pool, courseId: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ id: string }>(
    `select l.id from lessons l left join gradebook_lessons g on g.lesson_id = l.id
     where l.course_id = $1 and l.content_type = 'assignment' order by g.rubric is null, l.id limit 1`,
    [courseId],
  );
  return rows[0]?.id;
};

/** Adds ten suggestions to the job in the path that are what people have given. */
async function agreeWithPeople(pool: Pool, address: string): Promise<void> {
  const [, courseId, jobId] = /courses\/([^/]+)\/.*ai-jobs\/([^/]+)/.exec(address) ?? [];
  await pool.query(
    `with job as (update ai_grading_jobs set lesson_id = (select id from lessons where course_id = $2 and content_type = 'assignment' order by id limit 1)
         where id = $1 and not exists (select from ai_grading_items where job_id = $1 and status = 'suggested') returning organisation_id, id, lesson_id),
       people as (insert into users (id, name, email, email_key) select id, 'a', id || '@example.org', id || '@example.org'
         from (select gen_random_uuid() as id from job cross join generate_series(1, 10)) made returning id),
       enrolled as (insert into enrollments (organisation_id, id, course_id, user_id)
         select job.organisation_id, gen_random_uuid(), $2, people.id from job cross join people returning id),
       numbered as (select id, row_number() over () as n from enrolled),
       graded as (insert into gradebook_grades (organisation_id, enrollment_id, lesson_id, score, is_excused, lateness, work_number, is_filled, graded_at, change_id)
         select job.organisation_id, numbered.id, job.lesson_id, n, false, 'computed', 1, false, now(), gen_random_uuid() from job cross join numbered)
     insert into ai_grading_items (organisation_id, job_id, enrollment_id, work_id, work_number, is_calibration, status, score, confidence)
       select job.organisation_id, job.id, numbered.id, gen_random_uuid(), 1, true, 'suggested', n, 1 from job cross join numbered`,
    [jobId, courseId],
  );
}

/** Makes a lesson of the course an assignment for which everybody has submitted work. Returns its ID. */
export async function insertWork(pool: Pool, courseId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `update lessons set content_type = 'assignment', content = '{"instructions": "a", "submission_kinds": ["text"], "points": 1}'
     where id = (select id from lessons where course_id = $1 order by id limit 1) returning id`,
    [courseId],
  );
  const { id } = rows[0] as { id: string };
  await pool.query(
    `insert into submissions (organisation_id, id, enrollment_id, lesson_id, number, body, submitted_at)
     select organisation_id, gen_random_uuid(), id, $1, 1, 'a', now() from enrollments where course_id = $2`,
    [id, courseId],
  );
  return id;
}

/** Adds a cancelled AI grading job with a work of each enrollment in the course. Returns its ID and that of a work. */
export async function insertAiJob(pool: Pool, courseId: string): Promise<{ jobId: string; itemId: string }> {
  const [jobId, itemId] = [newId(), newId()];
  await pool.query(
    `with job as (insert into ai_grading_jobs (organisation_id, id, course_id, lesson_id, status, model, created_at, finished_at)
       select organisation_id, $1, course_id, id, 'cancelled', 'a', now(), now() from lessons where course_id = $2 order by id limit 1 returning organisation_id, id)
     insert into ai_grading_items (organisation_id, id, job_id, enrollment_id, work_id, work_number, is_calibration)
       select job.organisation_id, case when row_number() over () = 1 then $3 else gen_random_uuid() end, job.id, e.id, gen_random_uuid(), 1, false
       from job join enrollments e on e.organisation_id = job.organisation_id and e.course_id = $2`,
    [jobId, courseId, itemId],
  );
  return { jobId, itemId };
}

const enableKiosks = (pool: Pool, courseId: string) =>
  pool.query(
    `insert into attendance_settings (organisation_id, course_id, rules, enabled_at, sealed_pin)
     select organisation_id, id, '{"is_enabled": true, "kiosk": {"is_enabled": true, "methods": ["name", "qr"], "idle_minutes": 240}}', now(), '' from courses where id = $1
     on conflict (organisation_id, course_id) do update set rules = attendance_settings.rules || excluded.rules`,
    [courseId],
  );

const dayAgo = (days: number): string => new Date(Date.now() - days * 24 * 3600_000).toISOString().slice(0, 10);

const meetingOf = async (pool: Pool, courseId: string): Promise<string | undefined> =>
  (await pool.query<{ id: string }>('select id from attendance_meetings where course_id = $1 order by starts_at limit 1', [courseId])).rows[0]?.id;

/** Adds a meeting that has begun to the course. Returns its day. */
export async function insertMeeting(pool: Pool, courseId: string): Promise<string> {
  const { rows } = await pool.query<{ date: string }>(
    `with slot as (
       insert into attendance_slots (organisation_id, id, course_id, is_for_cohort, first_date, last_date, every_weeks, start_time, end_time, exceptions)
       select organisation_id, $2, id, false, '2026-01-05', '2026-01-05', 1, '09:00', '10:00', '[]' from courses where id = $1 returning organisation_id)
     insert into attendance_meetings (organisation_id, id, course_id, slot_id, date, starts_at, ends_at, is_cancelled)
     select organisation_id, $2, $1, $2, '2026-01-05', '2026-01-05T09:00Z', '2026-01-05T10:00Z', false from slot returning date::text`,
    [courseId, newId()],
  );
  return rows[0]?.date as string;
}

/** A page without marks of a sheet that nobody has printed. */
const blankPage = () => {
  const { code, bubbles, number_grid } = LAYOUTS.get('111') as Layout;
  const measured = [...bubbles, ...number_grid.bubbles].map(({ id }) => ({ id, darkness: 0 }));
  return { client_id: newId(), layout: code, sheet_id: '000000000', page: 1, reader_version: 'a', bubbles: measured };
};

/** Adds a print with a blank sheet to a lesson. Returns its ID. */
export async function insertPrint(pool: Pool, lessonId: string, sheetId: string): Promise<string> {
  const id = newId();
  await pool.query(
    `with print as (insert into answer_sheet_prints (organisation_id, id, course_id, lesson_id, layout, page_count, sheet_count, audience, shuffle, has_questions,
         quiz, fingerprint, held_at, created_at)
       select organisation_id, $1, course_id, id, '111', 1, 1, 'blank', 'none', false, '{"questions": []}', '', now(), now() from lessons where id = $2
       returning organisation_id, id)
     insert into answer_sheets (organisation_id, id, print_id, position, is_blank, rows) select organisation_id, $3, id, 1, true, '[]' from print`,
    [id, lessonId, sheetId],
  );
  return id;
}

/** Returns a code that anybody can redeem any number of times, in every organisation, for its first course. */
/** Gives an enrollment to a learner whose account the organisation has made. */
async function holdLearner(pool: Pool, enrollmentId: string): Promise<void> {
  const id = newId();
  await pool.query(
    `insert into users (id, email, email_key, name, has_mailbox, made_by_organisation_id) select $1, $2, $2, 'a', false, organisation_id from enrollments where id = $3`,
    [id, `${id}@pupils.localhost`, enrollmentId],
  );
  await pool.query(`insert into memberships (organisation_id, user_id, role) select organisation_id, $1, 'learner' from enrollments where id = $2`, [
    id,
    enrollmentId,
  ]);
  await pool.query('update enrollments set user_id = $1 where id = $2', [id, enrollmentId]);
}

async function accessCode(pool: Pool): Promise<string> {
  await pool.query(
    `insert into access_codes (organisation_id, id, course_id, batch_id, code, label)
     select distinct on (organisation_id) organisation_id, gen_random_uuid(), id, gen_random_uuid(), 'SAMPLE', '' from courses
     where deleted_at is null order by organisation_id, id on conflict do nothing`,
  );
  return 'sample';
}

/** Returns the code of an invite to the affiliate program of every organisation. */
async function affiliateInvite(pool: Pool): Promise<string> {
  await pool.query(`insert into affiliate_programs (organisation_id, settings) select id, '{"is_enabled": true}' from organisations on conflict do nothing`);
  await pool.query(
    `insert into affiliate_invites (organisation_id, id, code, label) select id, gen_random_uuid(), 'SAMPLE', '' from organisations on conflict do nothing`,
  );
  return 'sample';
}

/** Makes the owner of an organisation an approved affiliate. */
export async function insertAffiliate(pool: Pool, organisationId: string): Promise<string> {
  const code = await affiliateInvite(pool);
  const { rows } = await pool.query<{ id: string }>(
    `insert into affiliates (organisation_id, id, user_id, status, joined_via)
     select i.organisation_id, gen_random_uuid(), m.user_id, 'approved', i.id from affiliate_invites i
     join memberships m on m.organisation_id = i.organisation_id and m.role = 'owner'
     where i.organisation_id = $1 and i.code = upper($2) limit 1 returning id`,
    [organisationId, code],
  );
  return rows[0]?.id as string;
}

/** Adds a commission of an affiliate on an order, with the link that has led to it. */
export async function insertCommission(pool: Pool, organisationId: string, affiliateId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with link as (
       insert into affiliate_links (organisation_id, id, affiliate_id, code, label) values ($1, gen_random_uuid(), $2, 'sample', '') returning *
     ), referral as (
       insert into affiliate_referrals (organisation_id, order_id, affiliate_id, link_id, course_id, course_title, clicked_at, rate, rule, hold_days, created_at)
       select organisation_id, gen_random_uuid(), affiliate_id, id, gen_random_uuid(), 'A course', now(), '{"type": "percent", "hundredths": 2000}', 'program',
         30, now() from link returning *
     )
     insert into affiliate_commissions
       (organisation_id, id, order_id, sequence, affiliate_id, course_id, currency, livemode, base, amount, status, payable_at, earned_at)
     select organisation_id, gen_random_uuid(), order_id, 0, affiliate_id, course_id, 'EUR', false, 4900, 980, 'pending', now(), now() from referral
     returning id`,
    [organisationId, affiliateId],
  );
  return rows[0]?.id as string;
}

/** Adds a scan of a sheet of the lesson, on which nothing is marked, or returns the one that was added before. */
async function insertScan(pool: Pool, lessonId: string): Promise<string> {
  const sheetId = sheetIdFrom(createHash('sha256').update(lessonId).digest().subarray(0, 6));
  const known = await pool.query<{ id: string }>('select id from answer_sheet_scans where sheet_id = $1', [sheetId]);
  if (known.rows[0]) return known.rows[0].id;
  await insertPrint(pool, lessonId, sheetId);
  const { rows } = await pool.query<{ id: string }>(
    `insert into answer_sheet_scans (organisation_id, id, user_id, client_id, read_on, status, reason, sheet_id, page, is_current, marks, created_at, finished_at)
     select s.organisation_id, gen_random_uuid(), m.user_id, gen_random_uuid(), 'device', 'needs_review', 'unknown_learner', s.id, 1, true, '[]', now(), now()
     from answer_sheets s join memberships m on m.organisation_id = s.organisation_id where s.id = $1 limit 1 returning id`,
    [sheetId],
  );
  return rows[0]?.id as string;
}

const insertFile = (pool: Pool, courseId: string, id: string, purpose: string) =>
  pool.query(
    `insert into storage_objects (organisation_id, id, course_id, purpose, storage_key, file_name, content_type, size_bytes, status, completed_at)
       select organisation_id, $2::uuid, id, $3, 'files/none/' || $2, 'a', 'video/mp4', 1, 'ready', now() from courses where id = $1`,
    [courseId, id, purpose],
  );

/** Gives the caller a certificate of the course. Staff earn none by themselves. */
export async function insertCertificate(pool: Pool, courseId: string): Promise<string> {
  const contents = {
    ...{ course_title: 'a', organisation_name: 'a', cohort_name: null, hours: null, grade: null, completed_on: '2026-01-01', issued_on: '2026-01-01' },
    ...{ expires_on: null, language: 'en', address: 'http://localhost', title: null, color: '#000000', design: 'classic', paper: 'a4' },
    ...{ orientation: 'landscape', signature_name: null, signature_title: null },
  };
  const id = newId();
  await pool.query(
    `with place as (insert into enrollments (organisation_id, id, course_id, user_id)
       select c.organisation_id, gen_random_uuid(), c.id, m.user_id from courses c
         join memberships m on m.organisation_id = c.organisation_id and m.role <> 'learner' where c.id = $2
       returning organisation_id, id, course_id),
     awarded as (insert into certificates (organisation_id, id, course_id, enrollment_id, cycle, serial, issued_at)
       select organisation_id, $1, course_id, id, 1, '23456789ABCDEFGH', now() from place
       returning organisation_id, id),
     signed as (insert into certificate_keys (organisation_id, number, address, public_key, private_key, created_at)
       select organisation_id, 1, 'http://localhost', 'a', '', now() from awarded returning organisation_id)
     insert into certificate_versions (organisation_id, certificate_id, version, contents, name, key_number, status_list, status_index, created_at)
       select organisation_id, id, 1, $3, 'a', 1, 1, 0, now() from awarded join signed using (organisation_id)`,
    [id, courseId, JSON.stringify(contents)],
  );
  return id;
}

/** Puts a course on sale, with a coupon that takes off the whole price. */
const putOnSale = (pool: Pool, courseId: string) =>
  pool.query(
    `with offered as (update courses set status = 'published', visibility = 'public', price_amount = 4900, price_currency = 'EUR' where id = $1
         returning organisation_id),
       unasked as (update seller_details set terms_version = null where organisation_id in (select organisation_id from offered))
     insert into coupons (organisation_id, id, code, percent_off, is_for_all_courses, is_for_plans)
       select organisation_id, gen_random_uuid(), 'FOR-FREE', 100, true, false from offered on conflict do nothing`,
    [courseId],
  );

/** Adds a subscription of the owner of an organisation, at the sandbox and here. Returns its ID. */
export async function insertSubscription(pool: Pool, organisationId: string): Promise<string> {
  const [id, planId] = [newId(), newId()];
  await pool.query(
    `with plan as (
       insert into catalogue_plans (organisation_id, id, title, description, is_for_all_courses, version, created_at) values ($1::uuid, $3::uuid, 'a', '', true, 1, now())
     ), version as (
       insert into catalogue_plan_versions (organisation_id, plan_id, version, amount, currency, interval, trial_days, created_at)
         values ($1::uuid, $3::uuid, 1, 900, 'EUR', 'month', 0, now())
     ), kept as (
       insert into sandbox_objects (id, key, body) values ('sub_' || $2::text, 'sub ' || $2::text, jsonb_build_object('accountId', 'a', 'seller', 'a', 'returnUrl', 'http://a', 'state',
         'active', 'platformFeeShare', 0, 'price', '{"title": "a", "amount": 900, "currency": "EUR", "interval": "month"}'::jsonb, 'anchor', '2027-01-01T00:00:00.000Z',
         'periodStart', '2027-01-01T00:00:00.000Z', 'periodEnd', '2099-01-01T00:00:00.000Z', 'count', 1, 'trialEndsAt', null, 'cancelsAtPeriodEnd', false, 'endedAt', null,
         'card', 'works', 'open', null, 'invoices', 1))
     )
     insert into catalogue_subscriptions (organisation_id, id, user_id, plan_id, plan_version, state, gateway, livemode, account_id, gateway_id, platform_fee_share, taxes,
       trial_days, period_start, period_end, started_at, created_at, expires_at, checked_at)
     select organisation_id, $2::text::uuid, user_id, $3::uuid, 1, 'active', 'sandbox', false, 'a', 'sub_' || $2::text, 0, '[]', 0, '2027-01-01Z', '2099-01-01Z', now(), now(),
       now() + interval '1 hour', now() from memberships where organisation_id = $1::uuid and role = 'owner'`,
    [organisationId, id, planId],
  );
  return id;
}

/** Changes the state of that subscription. Returns its plan. */
async function turnSubscription(pool: Pool, state: 'active' | 'past_due'): Promise<string> {
  await pool.query(`update sandbox_objects set body = body || jsonb_build_object('state', $1::text) where id like 'sub\\_%'`, [state]);
  const { rows } = await pool.query<{ plan_id: string }>(
    `update catalogue_subscriptions set state = $1::text, past_due_at = case when $1::text = 'past_due' then now() end returning plan_id`,
    [state],
  );
  return rows[0]?.plan_id as string;
}

/** Adds an order of the course that is paid. The gateway does not know its payment, so that it refuses to pay it back. */
async function paidOrder(pool: Pool, courseId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into orders (organisation_id, id, course_id, course_title, state, currency, subtotal, total, gateway, livemode, account_id, payment_id, created_at,
       expires_at, checked_at, paid_at)
     select organisation_id, gen_random_uuid(), id, 'a', 'paid', 'EUR', 100, 100, 'sandbox', false, 'a', gen_random_uuid()::text, now(), now() + interval '1 hour',
       now(), now() from courses where id = $1 returning id`,
    [courseId],
  );
  return rows[0]?.id as string;
}

/** Has the sandbox know the payment of an order. Returns an amount of which enough is left for all shapes of a body. */
async function payAtSandbox(pool: Pool, orderId: string): Promise<Members> {
  await pool.query(
    `insert into sandbox_objects (id, key, body) select payment_id, payment_id, jsonb_build_object('key', payment_id, 'accountId', account_id, 'state', 'paid',
       'total', jsonb_build_object('amount', total, 'currency', currency)) from orders where id = $1 on conflict do nothing`,
    [orderId],
  );
  return { amount: 1 };
}

/** Makes an order refundable again. */
async function forgetRefunds(pool: Pool, orderId: string): Promise<void> {
  await pool.query('delete from refunds where order_id = $1', [orderId]);
  await pool.query('update orders set refunded = 0, refund_state = null where id = $1', [orderId]);
}
