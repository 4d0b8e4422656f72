import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { writeCoursePolicy } from '../../learning/policies/policy.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { type BookKey, readSettings } from './rules.ts';
import { rulesChanged } from './store-grades.ts';

type Settings = Shape<'GradebookSettings'>;
type Write = Shape<'GradebookSettingsWrite'>;

/** @throws NotFoundError when there is no such course */
export async function getSettings({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string): Promise<Settings> {
  await requireCourse(db, organisationId, courseId);
  return readSettings(db, { organisationId, courseId });
}

/**
 * Replaces the settings of the gradebook, and has all grades of the course computed again.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError
 */
export async function replaceSettings({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string, { categories, ...sent }: Write): Promise<Settings> {
  const attendance = { ...sent.attendance, category_id: sent.attendance.category_id?.toLowerCase() ?? null };
  const rules = { ...sent, attendance };
  const { organisationId } = caller;
  const book = { organisationId, courseId };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockSettings(trx, book);
    const before = await readSettings(trx, book);
    await check(trx, book, before, { categories, ...rules });
    await trx
      .updateTable('gradebook_settings')
      .set({ rules: json(rules) as never })
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .execute();
    await replaceCategories(trx, book, categories);
    await writeCoursePolicy(trx, book, rules.posting);
    await rulesChanged(trx, book);
    const after = await readSettings(trx, book);
    await recordChange(trx, caller, { action: 'gradebook.settings_updated', objectId: courseId, before, after });
    return after;
  });
}

/**
 * Changes the settings of the gradebook that are sent, as `replaceSettings` does.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError
 */
export function updateSettings({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string, sent: Shape<'PatchedGradebookSettings'>): Promise<Settings> {
  const book = { organisationId: caller.organisationId, courseId };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, book.organisationId, courseId);
    await lockSettings(trx, book);
    const { updated_at: _updated, ...current } = await readSettings(trx, book);
    return replaceSettings({ db: trx }, caller, courseId, { ...current, ...sent });
  });
}

/** Locks the settings, so that changes of them run one after the other. */
async function lockSettings(trx: Executor, { organisationId, courseId }: BookKey): Promise<void> {
  await trx
    .insertInto('gradebook_settings')
    .values({ organisation_id: organisationId, course_id: courseId, rules: json({}) as never })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet({ course_id: courseId }))
    .execute();
}

async function check(trx: Executor, book: BookKey, before: Settings, { categories, grading_scheme, pass_percent, attendance }: Write): Promise<void> {
  const faults = new Faults();
  checkScheme(faults, grading_scheme, pass_percent);
  const ids = new Set(before.categories.map(({ id }) => id));
  const lessons = await lessonIds(trx, book);
  const seen = { ids: new Set<string>(), names: new Set<string>() };
  categories.forEach(({ id, name, never_drop }, index) => {
    const field = (member: string) => `categories.${index}.${member}`;
    if (id !== undefined && !ids.has(id.toLowerCase())) faults.add(field('id'), 'unknown', 'The gradebook has no such category.');
    else if (id !== undefined && seen.ids.has(id.toLowerCase())) faults.add(field('id'), 'duplicate', 'This category is listed more than once.');
    if (seen.names.has(name.toLowerCase())) faults.add(field('name'), 'duplicate', 'Another category has this name.');
    if (id !== undefined) seen.ids.add(id.toLowerCase());
    seen.names.add(name.toLowerCase());
    never_drop.forEach((lesson, place) => {
      if (!lessons.has(lesson.toLowerCase())) faults.add(field(`never_drop.${place}`), 'unknown', 'The course has no such lesson.');
    });
  });
  if (attendance.category_id !== null && !seen.ids.has(attendance.category_id))
    faults.add('attendance.category_id', 'unknown', 'The gradebook has no such category.');
  faults.check();
}

function checkScheme(faults: Faults, { kind, letters }: Settings['grading_scheme'], passPercent: number | null): void {
  if (kind === 'letters' && letters.length === 0) faults.add('grading_scheme.letters', 'required', 'The list of letter grades is required.');
  if (kind === 'pass_fail' && passPercent === null) faults.add('pass_percent', 'required', 'The pass percentage is required.');
  letters.forEach(({ letter, from_percent }, index) => {
    const earlier = letters.slice(0, index);
    if (earlier.some((one) => one.letter === letter))
      faults.add(`grading_scheme.letters.${index}.letter`, 'duplicate', 'This letter grade is listed more than once.');
    if (earlier.some((one) => one.from_percent === from_percent))
      faults.add(`grading_scheme.letters.${index}.from_percent`, 'duplicate', 'Another letter grade begins at this percentage.');
  });
  if (letters.length > 0 && !letters.some(({ from_percent }) => from_percent === 0))
    faults.add('grading_scheme.letters', 'no_lowest', 'The lowest letter grade must begin at 0.');
}

async function lessonIds(trx: Executor, { organisationId, courseId }: BookKey): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('lessons')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('points', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function replaceCategories(trx: Executor, { organisationId, courseId }: BookKey, categories: Write['categories']): Promise<void> {
  const rows = categories.map(({ id, name, weight_percent, drop_lowest, drop_highest, never_drop }, index) => ({
    organisation_id: organisationId,
    course_id: courseId,
    id: id ?? newId(),
    position: index + 1,
    name,
    weight_percent,
    drop_lowest,
    drop_highest,
    never_drop: sql<string[]>`${never_drop}::uuid[]`,
  }));
  await trx
    .deleteFrom('gradebook_categories')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where(sql<boolean>`id <> all(${rows.map(({ id }) => id)}::uuid[])`)
    .execute();
  if (rows.length === 0) return;
  await trx
    .insertInto('gradebook_categories')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        name: eb.ref('excluded.name'),
        weight_percent: eb.ref('excluded.weight_percent'),
        drop_lowest: eb.ref('excluded.drop_lowest'),
        drop_highest: eb.ref('excluded.drop_highest'),
        never_drop: eb.ref('excluded.never_drop'),
      })),
    )
    .execute();
}
