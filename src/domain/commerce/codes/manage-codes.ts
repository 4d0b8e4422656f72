import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { csvRow } from '../../kernel/csv.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { checkedExpiry } from '../../kernel/expiry.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { endGrants } from '../../learning/grants/end.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { accessCodeKey, accessCodeStatus } from './columns.ts';
import { insertCodes, randomCodes } from './insert-codes.ts';

/** Identifies an access code within a course, or a batch of them. */
export interface CodePath {
  courseId: string;
  id: string;
}

type Status = Shape<'AccessCodeStatus'>;

const CODE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_]{5,39}$/u;

const codesOf = (db: Executor, organisationId: string, courseId: string) =>
  db.selectFrom('access_codes').where('organisation_id', '=', organisationId).where('course_id', '=', courseId);

/** Selects the code with this ID, or the codes of the batch with this ID. */
const named = (db: Executor, organisationId: string, { courseId, id }: CodePath) =>
  codesOf(db, organisationId, courseId).where((eb) => eb.or([eb('id', '=', id), eb('batch_id', '=', id)]));

const COLUMNS = ['id', 'batch_id', 'order_id', 'code', 'label', 'max_uses', 'uses', 'expires_at', 'revoked_at', 'created_at'] as const;

/** Lists the access codes of a course, newest first.
 * @throws NotFoundError when there is no such course */
export async function listAccessCodes(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { batch_id, status, ...paging }: Paging & { batch_id?: string | undefined; status?: Status | undefined },
): Promise<Page<Shape<'AccessCode'>>> {
  await requireCourse(db, organisationId, courseId);
  const now = timeOf(clock);
  const matching = codesOf(db, organisationId, courseId)
    .$if(batch_id !== undefined, (query) => query.where('batch_id', '=', batch_id as string))
    .$if(status !== undefined, (query) => query.where(accessCodeStatus(now), '=', status as Status));
  const [count, results] = await Promise.all([
    countRows(matching),
    matching.select(COLUMNS).select(accessCodeStatus(now).as('status')).orderBy('id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * Creates a batch of random codes, or one chosen code.
 * @throws NotFoundError when there is no such course
 * @throws DomainError access_code_taken
 * @throws ValidationError
 */
export function createAccessCodes(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { code, count = 1, label = '', max_uses = 1, expires_at = null }: Shape<'AccessCodeWrite'>,
): Promise<Shape<'AccessCodeBatch'>> {
  const { organisationId } = caller;
  const faults = new Faults();
  const chosen = code === undefined ? null : accessCodeKey(code);
  if (chosen !== null && !CODE.test(chosen)) faults.add('code', 'invalid', 'Must be 6 to 40 characters long and contain only letters, digits and underscores.');
  if (chosen !== null && count !== 1) faults.add('count', 'not_allowed', 'Must be 1 if code is set.');
  const terms = { label, max_uses, expires_at: checkedExpiry(expires_at, clock, faults) ?? null };
  faults.check();
  const codes = chosen === null ? randomCodes(count) : [chosen];
  const batch = { id: newId(), ...terms, codes, created_at: timeOf(clock) };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await storeUnlessTaken(trx, {
      violated: { constraint: 'access_codes_code' },
      store: () => insertCodes(trx, organisationId, { ...batch, courseId, orderId: null }),
      find: () => readWithCode(trx, organisationId, codes),
      refusal: (other) => new DomainError('access_code_taken', 'The organisation already has this access code.', other),
    });
    await recordChange(trx, caller, {
      action: 'access_code.created',
      objectId: batch.id,
      before: null,
      after: { course_id: courseId, count: codes.length, ...terms },
    });
    return batch;
  });
}

/**
 * Changes a code or a batch, and ends the places that it gave if `end_places` is set.
 * @throws NotFoundError
 * @throws ValidationError if a code has already been used more often than the new limit allows
 */
export function updateAccessCodes(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  path: CodePath,
  { end_places, ...sent }: Shape<'PatchedAccessCode'>,
): Promise<Shape<'AccessCodeSummary'>> {
  const { organisationId } = caller;
  const faults = new Faults();
  const expires_at = checkedExpiry(sent.expires_at, clock, faults);
  faults.check();
  const input = { ...sent, ...(expires_at !== undefined ? { expires_at } : {}) };
  return inTransaction(db, async (trx) => {
    const codes = await lockCodes(trx, organisationId, path);
    const most = Math.max(...codes.map(({ uses }) => uses));
    if (input.max_uses != null && input.max_uses < most) faults.add('max_uses', 'below_uses', `One of the codes has already been used ${most} times.`);
    faults.check();
    const ids = codes.map(({ id }) => id);
    if (Object.keys(input).length)
      await trx
        .updateTable('access_codes')
        .set(input)
        .where('organisation_id', '=', organisationId)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
    const ended = end_places ? await endGrants(trx, organisationId, ids, timeOf(clock)) : [];
    const { label, max_uses, expires_at: end } = codes[0] as (typeof codes)[number];
    const before = { label, max_uses, expires_at: end };
    if (Object.keys(input).length || end_places)
      await recordChange(trx, caller, {
        action: 'access_code.updated',
        objectId: path.id,
        before,
        after: { ...before, ...input, ...(end_places ? { places_ended: ended.length } : {}) },
      });
    return { id: path.id, count: codes.length, uses: codes.reduce((sum, { uses }) => sum + uses, 0), places_ended: ended.length };
  });
}

/**
 * Stops the redemption of a code or a batch. The places that they gave stay. Repeating the call changes nothing.
 * @throws NotFoundError
 */
export async function revokeAccessCodes({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, path: CodePath): Promise<void> {
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    const open = (await lockCodes(trx, organisationId, path)).filter(({ revoked_at, revoked_with_order }) => revoked_at === null || revoked_with_order);
    if (open.length === 0) return;
    await trx
      .updateTable('access_codes')
      .set({ revoked_at: timeOf(clock), revoked_with_order: false })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', sql<string>`any(${open.map(({ id }) => id)}::uuid[])`)
      .execute();
    await recordChange(trx, caller, { action: 'access_code.revoked', objectId: path.id, before: null, after: { count: open.length } });
  });
}

/**
 * Writes a code or a batch as CSV, with the codes in the order in which they were created.
 * @throws NotFoundError
 */
export async function exportAccessCodes({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisationId }: Caller, path: CodePath): Promise<string> {
  requireIds(path.courseId, path.id);
  await requireCourse(db, organisationId, path.courseId);
  const codes = await named(db, organisationId, path)
    .select(COLUMNS)
    .select(accessCodeStatus(timeOf(clock)).as('status'))
    .orderBy('id')
    .execute();
  if (codes.length === 0) throw new NotFoundError();
  const rows = codes.map(({ code, label, status, uses, max_uses, expires_at }) => csvRow([code, label, status, uses, max_uses, expires_at]));
  return csvRow(['code', 'label', 'status', 'uses', 'max_uses', 'expires_at']) + rows.join('');
}

/** Locks the codes until the transaction ends, so that none is redeemed in the meantime.
 * @throws NotFoundError */
async function lockCodes(trx: Executor, organisationId: string, path: CodePath) {
  requireIds(path.courseId, path.id);
  await requireCourse(trx, organisationId, path.courseId);
  const codes = await named(trx, organisationId, path)
    .select([...COLUMNS, 'revoked_with_order'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (codes.length === 0) throw new NotFoundError();
  return codes;
}

const readWithCode = (trx: Executor, organisationId: string, codes: readonly string[]) =>
  trx
    .selectFrom('access_codes')
    .select(['id as access_code_id', 'course_id'])
    .where('organisation_id', '=', organisationId)
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .executeTakeFirst();
