import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import type { LessonKey } from '../policies/policy.ts';
import type { RegradeRule } from './score.ts';

export interface StoredRegrade {
  made_at: string;
  rules: RegradeRule[];
}

/**
 * Makes a regrade wait for the attempts that are being scored, and later scorings wait for the regrade. Without this lock, an attempt could be scored by the
 * old rules after the job has rescored the others.
 * @param as what the transaction does
 */
export const lockRegrades = (trx: Executor, { lessonId }: LessonKey, as: 'scores' | 'regrades'): Promise<unknown> =>
  lockUntilEnd(trx, 'regrades', sql`${lessonId}::uuid::text`, { isShared: as === 'scores' });

/** Returns the regrades of a lesson, oldest first. */
export const selectRegrades = (db: Executor, { organisationId, lessonId }: LessonKey): Promise<StoredRegrade[]> =>
  db
    .selectFrom('quiz_regrades')
    .select(['made_at', sql<RegradeRule[]>`rules`.as('rules')])
    .where('organisation_id', '=', organisationId)
    .where('lesson_id', '=', lessonId)
    .orderBy('made_at')
    .orderBy('id')
    .execute();

/** Returns the rules that apply to an attempt that began at `startedAt`: those made since then. Later attempts use the key of their time. */
export const rulesSince = (regrades: readonly StoredRegrade[], startedAt: string): RegradeRule[] =>
  regrades.filter(({ made_at }) => made_at >= startedAt).flatMap(({ rules }) => rules);

/** Returns the last rule of each question. */
export const newestRules = (rules: readonly RegradeRule[]): RegradeRule[] => [...new Map(rules.map((rule) => [rule.question_id, rule])).values()];

export const readRegrade = async (db: Executor, lesson: LessonKey, startedAt: string): Promise<RegradeRule[]> =>
  newestRules(rulesSince(await selectRegrades(db, lesson), startedAt));
