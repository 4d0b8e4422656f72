import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { addNumbers } from '../../assessment/answer-sheets/numbers.ts';
import { addUsers } from '../../identity/accounts/add-user.ts';
import { issueCards } from '../../identity/accounts/credential-cards.ts';
import { releaseAddresses } from '../../identity/accounts/hand-over.ts';
import { newSignInNames } from '../../identity/accounts/sign-in-names.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import type { Tools } from '../../kernel/tools.ts';
import { joinCohort } from '../../learning/cohorts/members.ts';
import { noteContacts } from '../../learning/enrollments/contacts.ts';
import { enrollMany } from '../../learning/enrollments/enroll-many.ts';
import type { Grant } from '../../learning/grants/place.ts';
import { inviteLearners } from '../../organisations/invites/invite-learners.ts';
import { addLearners } from '../../organisations/organisations/learners.ts';
import { provedAddresses } from '../../organisations/organisations/mail-domains.ts';
import { type Decision, decider, type RowCode, type RowFacts } from './decide.ts';
import { type GivenRow, namesakes, type Places, readFacts, readPlaces } from './facts.ts';
import { identifiedBy, type RosterKey } from './plan.ts';

/** Number of rows committed in one transaction. It holds locks that others may wait for, so it must end within a second or so. */
const BATCH = 2000;

/** Maximum number of attempts to make accounts for addresses of a mail domain that somebody takes at the same time. */
const MOST_ROUNDS = 3;

/** Lines of a file that are committed together, up to the next batch. */
export interface Batch {
  from: number;
  before: number | null;
}

interface Terms {
  grant: Grant;
  renewsEnded: boolean;
  addresses: Shape<'RosterAddresses'>;
}

/** Divides the rows that wait to be committed, in the order of their lines. */
export async function openBatches(db: Executor, { organisationId, importId }: RosterKey): Promise<Batch[]> {
  const { rows } = await sql<Batch>`select line as "from", lead(line) over (order by line) as before
    from (select line, row_number() over (order by line) as place from roster_import_rows
      where organisation_id = ${organisationId} and import_id = ${importId} and ${waits}) waiting
    where place % ${BATCH} = 1 order by line`.execute(db);
  return rows;
}

const waits = sql<boolean>`not is_done and action in ('create', 'enrol_existing', 'update')`;

/**
 * Commits rows of a file, all with the same few statements. Rows are decided again with what has changed since the preview: a row that cannot be imported any
 * more is left out and states the reason. The enrollments come late, because others that are made in the course wait for them until the transaction ends.
 */
export async function commitRows(
  trx: Executor,
  tools: Pick<Tools, 'keyring' | 'base'>,
  actor: Actor,
  key: RosterKey,
  { grant, renewsEnded, addresses }: Terms,
  batch: Batch,
  now: string,
): Promise<void> {
  const { organisationId, courseId } = key;
  const given = (await lockRows(trx, key, batch)).map(identifiedBy(addresses));
  if (given.length === 0) return;
  const isProved = await provedAddresses(trx, organisationId);
  if (given.some((row) => row.emailKey === null || isProved(row.emailKey))) await takeTurn(trx, organisationId);
  const places = await readPlaces(trx, key, now, { base: tools.base, areTaken: true });
  const facts = await readFacts(trx, key, places, given, namesakes(given), now);
  const decided = decider(renewsEnded, places.seats)(facts).map((decision, index) => ({ ...decision, row: facts[index] as RowFacts }));
  const invited = await invite(trx, actor, key, places, decided);
  const made = await makeAccounts(trx, tools, organisationId, decided.filter(makesAccount));
  const userOf = ({ person, line }: RowFacts): string => person?.id ?? (made.get(line) as string);
  await addLearners(trx, actor, [...made.values()]);
  const imported = decided.filter(({ action, waitsFor }) => action !== 'skip' && action !== 'error' && waitsFor === null);
  const refusals = await addNumbers(
    trx,
    actor,
    imported.flatMap(({ row }) => (row.number === null || row.person?.number != null ? [] : [{ userId: userOf(row), number: row.number }])),
  );
  const enrolling = imported.filter(({ action }) => action === 'create' || action === 'enrol_existing').map(({ row }) => row);
  const enroll = (rows: readonly RowFacts[], isSilent: boolean) => enrollMany(trx, actor, { courseId, userIds: rows.map(userOf), grant, isSilent }, now);
  const [newcomers, members] = [enrolling.filter(({ person }) => person === null), enrolling.filter(({ person }) => person !== null)];
  const cards = await issueCards(trx, organisationId, newcomers.map(userOf));
  const enrollmentOf = new Map([...(await enroll(newcomers, true)), ...(await enroll(members, false))].map(({ userId, id }) => [userId, id]));
  const done = imported.map(({ action, row }) => {
    const userId = userOf(row);
    return { action, row, userId, enrollmentId: enrollmentOf.get(userId) ?? (row.person?.enrollmentId as string) };
  });
  await joinCohorts(trx, actor, key, done, now);
  if (addresses === 'contact')
    await noteContacts(
      trx,
      organisationId,
      done.flatMap(({ row, userId }) => (row.email === null ? [] : [{ userId, email: row.email }])),
    );
  const results = new Map<number, Result>([...invited].map(([line, inviteId]) => [line, { inviteId, code: null, isDone: true }]));
  for (const { action, row, userId, enrollmentId } of done) {
    const code = refusals.get(userId) ?? null;
    results.set(row.line, { userId, enrollmentId, card: cards.get(userId), code, isDone: code === null || action !== 'update' || joinsCohort(row) });
  }
  await storeResults(trx, tools.keyring, key, decided, results);
}

/**
 * Makes imports of an organisation look for the people whose accounts they make, and make them, one after another: no address tells whether somebody without
 * one has an account, and two imports with the same addresses of a mail domain would wait for each other.
 */
const takeTurn = (trx: Executor, organisationId: string): Promise<unknown> => lockUntilEnd(trx, 'pupils', organisationId);

type DecidedRow = Decision & { row: RowFacts };

const makesAccount = ({ action, waitsFor }: DecidedRow): boolean => action === 'create' && waitsFor === null;

/** Invites those who become members only when they agree, and returns their invitations by line. */
async function invite(trx: Executor, actor: Actor, key: RosterKey, places: Places, decided: readonly DecidedRow[]): Promise<Map<number, string>> {
  const rows = decided.flatMap(({ waitsFor, row }) => (waitsFor === null ? [] : [{ ...row, email: row.email as string, emailKey: row.emailKey as string }]));
  const earlier = await earlierPlaces(trx, key, places, rows);
  const inviteOf = await inviteLearners(
    trx,
    actor,
    key,
    rows.map(({ email, emailKey, number, cohortId }) => {
      const given = earlier.get(emailKey);
      return { email, emailKey, number: number ?? given?.number ?? null, cohortId: cohortId ?? given?.cohort_id ?? null };
    }),
  );
  return new Map(rows.map(({ line, emailKey }) => [line, inviteOf.get(emailKey as string) as string]));
}

interface EarlierPlace {
  email_key: string;
  number: string | null;
  cohort_id: string | null;
}

/**
 * Returns the places that other files have given to these addresses in the same course, and that nobody has taken, because the invitation was withdrawn or has
 * expired. A new invitation gives them too, unless the file says otherwise.
 */
async function earlierPlaces(
  trx: Executor,
  { organisationId, courseId, importId }: RosterKey,
  { cohorts }: Places,
  rows: readonly { emailKey: string }[],
): Promise<Map<string, EarlierPlace>> {
  if (rows.length === 0) return new Map();
  const others = await trx
    .selectFrom('roster_imports')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '<>', importId)
    .where('finished_at', 'is not', null)
    .where('invite_count', '>', 0)
    .execute();
  if (others.length === 0) return new Map();
  const { rows: found } = await sql<EarlierPlace>`select distinct on (email_key) email_key, number, cohort_id from roster_import_rows
    where organisation_id = ${organisationId} and import_id = any(${others.map(({ id }) => id)}::uuid[])
      and email_key = any(${rows.map(({ emailKey }) => emailKey)}) and invite_id is not null and user_id is null
    order by email_key, import_id desc`.execute(trx);
  const known = new Set(cohorts.values());
  return new Map(
    found.map((place) => [place.email_key, { ...place, cohort_id: place.cohort_id !== null && known.has(place.cohort_id) ? place.cohort_id : null }]),
  );
}

/** Makes accounts and returns their IDs by line, including accounts that the organisation made and holds for people who were not members. */
async function makeAccounts(trx: Executor, tools: Pick<Tools, 'base'>, organisationId: string, rows: readonly DecidedRow[]): Promise<Map<number, string>> {
  const [atDomain, pupils] = [rows.filter(({ row }) => row.owner !== null), rows.filter(({ row }) => row.owner === null)];
  const held = atDomain.flatMap(({ row: { line, owner } }) => (owner?.kind === 'held' ? [[line, owner.id] as const] : []));
  const withAddress = await makeWithAddress(
    trx,
    organisationId,
    atDomain.flatMap(({ row }) => (row.owner?.kind === 'nobody' ? [row] : [])),
  );
  const nameOf = await newSignInNames(trx, tools, organisationId, pupils.length);
  const accounts = await addUsers(
    trx,
    organisationId,
    pupils.map(({ row }, index) => ({ email: nameOf[index] as string, name: row.name as string, hasMailbox: false })),
  );
  const withName = pupils.map(({ row }, index) => [row.line, accounts.get(emailKey(nameOf[index] as string)) as string] as const);
  return new Map([...held, ...withAddress, ...withName]);
}

/**
 * Makes accounts with addresses at a mail domain of the organisation, and returns their IDs by line. Accounts that hold the addresses without having verified
 * them lose them, also those of people who sign up with one at this very moment. If somebody verifies one now, the rows are to be decided about again, by the
 * next attempt of the job.
 */
async function makeWithAddress(trx: Executor, organisationId: string, rows: readonly RowFacts[]): Promise<(readonly [line: number, userId: string])[]> {
  const made = new Map<string, string>();
  for (let round = 0; round < MOST_ROUNDS && made.size < rows.length; round++) {
    const left = rows.filter(({ emailKey: key }) => !made.has(key as string));
    await releaseAddresses(
      trx,
      left.map(({ emailKey: key }) => key as string),
    );
    const accounts = await addUsers(
      trx,
      organisationId,
      left.map(({ name, email }) => ({ name: name as string, email: email as string, hasMailbox: true })),
    );
    for (const [key, id] of accounts) made.set(key, id);
  }
  if (made.size < rows.length) throw new Error(`${rows.length - made.size} addresses of a roster have been taken since they were looked up.`);
  return rows.map(({ line, emailKey: key }) => [line, made.get(key as string) as string]);
}

interface DoneRow {
  action: Decision['action'];
  row: RowFacts;
  userId: string;
  enrollmentId: string;
}

/** Locks the rows, so that a second run of the job finds them done. */
async function lockRows(trx: Executor, { organisationId, importId }: RosterKey, { from, before }: Batch): Promise<GivenRow[]> {
  const rows = await trx
    .selectFrom('roster_import_rows')
    .select(['line', 'name', 'email', 'email_key as emailKey', 'number', 'cohort'])
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', importId)
    .where('line', '>=', from)
    .$if(before !== null, (query) => query.where('line', '<', before))
    .where(waits)
    .orderBy('line')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => ({ ...row, fault: null, warnings: [], isExcluded: false }));
}

const joinsCohort = ({ cohortId, person }: RowFacts): boolean => cohortId !== null && !person?.isInCohort;

/** Adds learners to their cohorts, which are few. */
async function joinCohorts(trx: Executor, actor: Actor, { organisationId, courseId }: RosterKey, done: readonly DoneRow[], now: string): Promise<void> {
  const joining = done.filter(({ row }) => joinsCohort(row));
  const byCohort = Map.groupBy(joining, ({ row }) => row.cohortId as string);
  for (const cohortId of [...byCohort.keys()].sort()) {
    const enrollmentIds = (byCohort.get(cohortId) ?? []).map(({ enrollmentId }) => enrollmentId);
    await joinCohort(trx, organisationId, courseId, cohortId, enrollmentIds, now);
  }
  const updated = joining.filter(({ action }) => action === 'update');
  await recordChanges(
    trx,
    updated.map(({ row, enrollmentId }) => ({
      actor,
      action: 'enrollment.updated',
      objectId: enrollmentId,
      before: null,
      after: { cohort_id: row.cohortId },
    })),
  );
}

interface Result {
  userId?: string;
  enrollmentId?: string;
  inviteId?: string;
  card?: string | undefined;
  /** Why the person did not get the number of the row: since the row was decided, someone else got it, or the person got another one. */
  code: RowCode | null;
  /** Whether the row gave anything; false if the number was all that it had to give. */
  isDone: boolean;
}

/**
 * Notes what became of each row, with the codes of new accounts, which are sealed. The range of lines is part of the condition, because PostgreSQL would
 * otherwise read all rows of the file for each batch.
 */
async function storeResults(
  trx: Executor,
  keyring: Keyring,
  { organisationId, importId }: RosterKey,
  decided: readonly DecidedRow[],
  results: ReadonlyMap<number, Result>,
): Promise<void> {
  const rows = decided.map(({ action, code, waitsFor, row: { line, person } }) => {
    const result = results.get(line);
    // Enrolling a person without the number of the row is not an error: the code says what the row did not give.
    const outcome = result?.code ? { action: result.isDone ? action : 'error', code: result.code } : { action, code };
    const card = result?.card === undefined ? null : keyring.seal(Buffer.from(result.card)).toString('hex');
    const ids = { user_id: result?.userId, person_id: result?.userId ?? person?.id, enrollment_id: result?.enrollmentId, invite_id: result?.inviteId };
    return { line, ...outcome, waits_for: waitsFor, is_done: result?.isDone === true, ...ids, card };
  });
  await sql`update roster_import_rows r set action = result.action, code = result.code, is_done = result.is_done, user_id = result.user_id, person_id = result.person_id,
      enrollment_id = result.enrollment_id, sealed_card = decode(result.card, 'hex'), waits_for = result.waits_for, invite_id = result.invite_id
    from json_to_recordset(${JSON.stringify(rows)}::json) result (line integer, action text, code text, is_done boolean, user_id uuid, person_id uuid, enrollment_id uuid,
      card text, waits_for text, invite_id uuid)
    where r.organisation_id = ${organisationId} and r.import_id = ${importId} and r.line between ${rows[0]?.line} and ${rows.at(-1)?.line}
      and r.line = result.line`.execute(trx);
  const hasCards = rows.some(({ card }) => card !== null);
  await sql`update roster_imports set done_count = done_count + ${rows.filter(({ is_done }) => is_done).length}, has_cards = has_cards or ${hasCards}
    where organisation_id = ${organisationId} and id = ${importId}`.execute(trx);
}
