import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { contains } from '../../../platform/database/search.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { rounded } from '../grading/fraction.ts';
import { checkCriteria, pointsOfRubric } from './criteria.ts';

type Template = Shape<'RubricTemplate'>;

/** A template, named by a course of its organisation. */
export interface TemplatePath {
  courseId: string;
  id: string;
}

const MOST_TEMPLATES = 200;
const LARGEST_BYTES = 64 * 1024;

const templatesOf = (db: Executor, organisationId: string, search?: string) =>
  db
    .selectFrom('rubric_templates')
    .where('organisation_id', '=', organisationId)
    .$if(search !== undefined, (query) => query.where(contains(sql`search_text`, search as string)));

const selectTemplates = (db: Executor, organisationId: string, search?: string) =>
  templatesOf(db, organisationId, search).select(['id', 'title', 'is_feedback_only', 'criteria', 'created_at']).$castTo<Omit<Template, 'points'>>();

const shown = (template: Omit<Template, 'points'>): Template => ({ ...template, points: rounded(pointsOfRubric(template)) });

/** Lists the templates of the organisation, newest first.
 * @throws NotFoundError when there is no such course */
export async function listTemplates(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  courseId: string,
  { search, ...paging }: Paging & { search?: string | undefined },
): Promise<Page<Template>> {
  await requireCourse(db, organisationId, courseId);
  const [count, rows] = await Promise.all([
    countRows(templatesOf(db, organisationId, search)),
    selectTemplates(db, organisationId, search).orderBy('id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results: rows.map(shown) };
}

/**
 * @throws NotFoundError when there is no such course
 * @throws DomainError rubric_template_limit
 * @throws ValidationError
 */
export function createTemplate(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  courseId: string,
  { title, is_feedback_only, criteria }: Shape<'RubricTemplateWrite'>,
): Promise<Template> {
  const { organisationId } = caller;
  check(criteria);
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    await requireCourse(trx, organisationId, courseId);
    if ((await countRows(templatesOf(trx, organisationId))) >= MOST_TEMPLATES)
      throw new DomainError('rubric_template_limit', `An organisation can have at most ${MOST_TEMPLATES} rubric templates.`);
    const id = newId();
    await trx
      .insertInto('rubric_templates')
      .values({ organisation_id: organisationId, id, title, is_feedback_only, criteria: json(criteria) as never })
      .execute();
    const made = shown(
      await selectTemplates(trx, organisationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => new NotFoundError()),
    );
    await recordChange(trx, caller, { action: 'rubric_template.created', objectId: id, before: null, after: made });
    return made;
  });
}

function check(criteria: Template['criteria']): void {
  const faults = new Faults();
  checkCriteria(criteria, 'criteria', faults);
  if (Buffer.byteLength(JSON.stringify(criteria)) > LARGEST_BYTES) faults.add('criteria', 'too_large', `Must be at most ${LARGEST_BYTES} bytes as JSON.`);
  faults.check();
}

/** Deletes a template. Lessons hold copies, which stay.
 * @throws NotFoundError */
export async function deleteTemplate({ db }: Pick<Tools, 'db'>, caller: Caller, { courseId, id }: TemplatePath): Promise<void> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const before = await trx
      .deleteFrom('rubric_templates')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .returning(['id', 'title', 'is_feedback_only', 'criteria'])
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'rubric_template.deleted', objectId: id, before, after: null });
  });
}
