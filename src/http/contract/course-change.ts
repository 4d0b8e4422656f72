import { refreshSoon } from '../../domain/assessment/gradebook/store-grades.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import type { Outcome } from '../../domain/kernel/idempotency/once.ts';
import type { Tools } from '../../domain/kernel/tools.ts';
import { concernsLearners } from '../../domain/learning/changes/concerns-learners.ts';
import { settleChange } from '../../domain/learning/changes/settle-change.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';

interface CourseInput {
  tools: Tools<Database>;
  caller: Caller | null;
  path: Readonly<Record<string, string>> | undefined;
  body: unknown;
}

/**
 * Runs an operation that changes a course, and applies the consequences for its learners, in one transaction.
 * @param parameter the path parameter with the course
 * @returns the outcome, and the headers that report the effects on the learners
 */
export async function changingCourse<Result extends Outcome>(
  input: CourseInput,
  parameter: string,
  handle: (input: CourseInput) => Promise<Result>,
): Promise<{ outcome: Result; headers: Record<string, string> }> {
  const { tools, caller, path, body } = input;
  if (!caller || (isFields(body) && !concernsLearners(body, parameter === 'id' ? 'course' : 'content'))) return { outcome: await handle(input), headers: {} };
  return inTransaction(tools.db, async (trx) => {
    const inside = { ...tools, db: trx };
    const outcome = await handle(Object.assign(input, { tools: inside }));
    const courseId = path?.[parameter] as string;
    const { completes, moved } = await settleChange(inside, caller, courseId);
    await refreshSoon(trx, { organisationId: caller.organisationId, courseId });
    return {
      outcome,
      headers: {
        ...(completes === null ? {} : { 'Learners-Completed': String(completes) }),
        ...(moved === 0 ? {} : { 'Attempts-Moved': String(moved) }),
      },
    };
  });
}

const isFields = (body: unknown): body is Readonly<Record<string, unknown>> => body !== null && typeof body === 'object';
