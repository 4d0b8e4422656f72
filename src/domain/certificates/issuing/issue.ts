import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import { randomCode } from '../../kernel/random-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import { currentKey } from '../credentials/keys.ts';
import { takeEntries } from '../credentials/status-list.ts';
import { type CourseContents, contentsFor, readCourseContents } from '../records/contents.ts';
import { keepLogo } from '../records/logos.ts';
import { type CourseKey, readSettings, type Settings } from '../settings/settings.ts';
import { type Candidate, judgeLearners } from './due.ts';
import { publishEvent } from './events.ts';

const SERIAL_LENGTH = 16;

export interface Wishes {
  isDryRun?: boolean;
  /** Whether learners whose certificate has expired get a new one. */
  renew?: boolean;
  /** The reason for which learners who have a certificate get a new version of it; null if they do not. */
  reissueReason?: string | null;
}

export interface Outcome {
  issued: number;
  reissued: number;
  already_issued: number;
  not_due: number;
  unprintable: number;
  unprintable_names: { enrollment_id: string; name: string; letters: string[] }[];
}

/** The certificate that a learner gets. `cycle` is that of a new certificate; `replaces` is the certificate that gets a new version. */
type Award = { learner: Candidate } & ({ cycle: number; replaces: null } | { cycle: null; replaces: NonNullable<Candidate['latest']> });

export type IssuingTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'storage' | 'typesetter' | 'base'>;

/**
 * Issues certificates to those of these learners to whom one is due. However often and however concurrently this runs, an enrollment gets one certificate in
 * each cycle.
 */
export async function issueTo(
  tools: IssuingTools,
  course: CourseKey,
  enrollmentIds: readonly string[],
  { isDryRun = false, renew = false, reissueReason = null }: Wishes,
  actor: Actor,
): Promise<Outcome> {
  const { db, clock, typesetter, base } = tools;
  const now = timeOf(clock);
  const settings = await readSettings(db, course);
  const learners = settings.is_enabled ? await judgeLearners(db, course, settings, enrollmentIds, now) : [];
  const outcome: Outcome = {
    issued: 0,
    reissued: 0,
    already_issued: 0,
    not_due: enrollmentIds.length - learners.length,
    unprintable: 0,
    unprintable_names: [],
  };
  const awards: Award[] = [];
  for (const learner of learners) {
    const award = awardFor(learner, { renew, reissueReason }, now);
    if (typeof award === 'string') {
      outcome[award]++;
      continue;
    }
    const letters = await typesetter.missingLetters(learner.name);
    if (letters.length > 0) {
      outcome.unprintable++;
      outcome.unprintable_names.push({ enrollment_id: learner.enrollmentId, name: learner.name, letters });
    } else awards.push(award);
  }
  const [again, first] = [awards.filter(({ replaces }) => replaces), awards.filter(({ replaces }) => !replaces)];
  if (isDryRun || awards.length === 0) return { ...outcome, issued: first.length, reissued: again.length };
  const read = await readCourseContents(db, course, settings, base, now);
  const contents = { ...read, logoKey: await keepLogo(tools, course.organisationId, read.logoKey) };
  const key = await currentKey(tools, course.organisationId);
  const made = await inTransaction(db, (trx) => store(trx, course, awards, { settings, contents, keyNumber: key.number, reason: reissueReason, now, actor }));
  const lost = awards.length - made.issued - made.reissued;
  return { ...outcome, ...made, already_issued: outcome.already_issued + lost };
}

function awardFor(learner: Candidate, { renew, reissueReason }: Wishes, now: string): Award | 'already_issued' | 'not_due' {
  const { latest, isDue } = learner;
  if (!latest) return isDue ? { learner, cycle: 1, replaces: null } : 'not_due';
  if (reissueReason) return { learner, cycle: null, replaces: latest };
  const isOver = latest.expires_at !== null && Date.parse(latest.expires_at) <= Date.parse(now);
  if (!renew || !isOver) return 'already_issued';
  return isDue ? { learner, cycle: latest.cycle + 1, replaces: null } : 'not_due';
}

interface Issue {
  settings: Settings;
  contents: CourseContents;
  keyNumber: number;
  reason: string | null;
  now: string;
  actor: Actor;
}

interface Made {
  award: Award;
  id: string;
  serial: string;
  version: number;
}

async function store(trx: Executor, course: CourseKey, awards: readonly Award[], issue: Issue): Promise<Pick<Outcome, 'issued' | 'reissued'>> {
  const { organisationId } = course;
  const present = await lockLearners(trx, organisationId, awards);
  const [first, again] = [await insertFirst(trx, course, present, issue), await raiseVersions(trx, organisationId, present)];
  const made = [...first, ...again];
  if (made.length === 0) return { issued: 0, reissued: 0 };
  const earlier = await readEarlier(trx, organisationId, again);
  const entries = await takeEntries(trx, organisationId, made.length);
  await trx
    .insertInto('certificate_versions')
    .values(
      made.map(({ award: { learner }, id, version }, index) => ({
        organisation_id: organisationId,
        certificate_id: id,
        version,
        contents: json({ ...contentsFor(issue.contents, issue.settings, learner), ...earlier.get(id) }) as never,
        name: learner.name,
        logo_key: issue.contents.logoKey,
        key_number: issue.keyNumber,
        status_list: (entries[index] as { list: number }).list,
        status_index: (entries[index] as { index: number }).index,
        reason: version > 1 ? issue.reason : null,
        created_at: issue.now,
      })),
    )
    .execute();
  await recordChanges(
    trx,
    made.map(({ award: { learner, cycle }, id, serial, version }) => ({
      actor: issue.actor,
      action: version > 1 ? ('certificate.reissued' as const) : ('certificate.issued' as const),
      objectId: id,
      before: null,
      after: { enrollment_id: learner.enrollmentId, serial, version, ...(cycle ? { cycle } : { reason: issue.reason }) },
    })),
  );
  const issued = made.map(({ award, id }) => ({ organisationId, userId: award.learner.userId, certificateId: id }));
  await publishEvent(trx, 'certificate.issued', ...issued);
  return { issued: first.length, reissued: again.length };
}

/** Locks the learners against deletion and erasure, and returns the awards of those who are still there. */
async function lockLearners(trx: Executor, organisationId: string, awards: readonly Award[]): Promise<Award[]> {
  const rows = await trx
    .selectFrom('enrollments')
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .select('enrollments.id')
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.id', '=', sql<string>`any(${awards.map(({ learner }) => learner.enrollmentId)}::uuid[])`)
    .where('users.erased_at', 'is', null)
    .orderBy('enrollments.id')
    .forKeyShare('enrollments')
    .forShare('users')
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return awards.filter(({ learner }) => ids.has(learner.enrollmentId));
}

async function insertFirst(trx: Executor, { organisationId, courseId }: CourseKey, awards: readonly Award[], { contents, now }: Issue): Promise<Made[]> {
  const wanted = awards.filter(({ replaces }) => !replaces);
  if (wanted.length === 0) return [];
  const rows = await trx
    .insertInto('certificates')
    .values(
      wanted.map(({ learner, cycle }) => ({
        organisation_id: organisationId,
        id: newId(),
        course_id: courseId,
        enrollment_id: learner.enrollmentId,
        cycle: cycle as number,
        serial: randomCode(SERIAL_LENGTH),
        issued_at: now,
        expires_at: contents.expiresAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'enrollment_id', 'cycle']).doNothing())
    .returning(['id', 'enrollment_id', 'serial', 'version'])
    .execute();
  const byEnrollment = new Map(wanted.map((award) => [award.learner.enrollmentId, award]));
  return rows.map(({ enrollment_id, ...row }) => ({ ...row, award: byEnrollment.get(enrollment_id) as Award }));
}

/** Makes new versions of certificates. A certificate that got a new version in the meantime is left as it is. */
async function raiseVersions(trx: Executor, organisationId: string, awards: readonly Award[]): Promise<Made[]> {
  const wanted = awards.flatMap(({ replaces }) => (replaces ? [replaces] : []));
  if (wanted.length === 0) return [];
  const given = sql<{ id: string; version: number }>`unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ version }) => version)}::int[])`;
  const rows = await trx
    .updateTable('certificates')
    .from(given.as<'given'>(sql`given (id, version)`))
    .set({ version: sql<number>`certificates.version + 1`, revoked_at: null, revoke_reason: null })
    .where('organisation_id', '=', organisationId)
    .whereRef('certificates.id', '=', 'given.id')
    .whereRef('certificates.version', '=', 'given.version')
    .returning(['certificates.id', 'certificates.serial', 'certificates.version'])
    .execute();
  const byId = new Map(awards.flatMap((award) => (award.replaces ? [[award.replaces.id, award]] : [])));
  return rows.map((row) => ({ ...row, award: byId.get(row.id) as Award }));
}

/** Reads the days that a new version keeps. */
async function readEarlier(trx: Executor, organisationId: string, made: readonly Made[]): Promise<Map<string, object>> {
  if (made.length === 0) return new Map();
  const rows = await trx
    .selectFrom('certificate_versions')
    .select([
      'certificate_id',
      sql<object>`json_build_object('completed_on', contents -> 'completed_on', 'issued_on', contents -> 'issued_on',
      'expires_on', contents -> 'expires_on')`.as('days'),
    ])
    .where('organisation_id', '=', organisationId)
    .where('certificate_id', '=', sql<string>`any(${made.map(({ id }) => id)}::uuid[])`)
    .where('version', '=', 1)
    .execute();
  return new Map(rows.map(({ certificate_id, days }) => [certificate_id, days]));
}

/** Issues the certificate of one learner, if it is due. */
export async function issueCertificate(
  tools: IssuingTools,
  { organisationId, enrollmentId }: { organisationId: string; enrollmentId: string },
  actor: Actor,
): Promise<void> {
  const found = await tools.db
    .selectFrom('enrollments')
    .innerJoin('certificate_settings as settings', (join) =>
      join.onRef('settings.organisation_id', '=', 'enrollments.organisation_id').onRef('settings.course_id', '=', 'enrollments.course_id'),
    )
    .select('enrollments.course_id')
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.id', '=', enrollmentId)
    .where('settings.is_enabled', '=', true)
    .executeTakeFirst();
  if (found) await issueTo(tools, { organisationId, courseId: found.course_id }, [enrollmentId], {}, actor);
}
