import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { writeGrade } from '../../assessment/gradebook/write-grade.ts';
import { createReply } from '../../community/discussions/write-replies.ts';
import { createTopic } from '../../community/discussions/write-topics.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import type { Tools } from '../../kernel/tools.ts';
import { recordProgress } from '../../learning/learner-view/record.ts';

type DemoTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'publicFetch'>;

const DAY_MS = 86_400_000;
/** What each of the other learners has done in the practice course: all of it, as far as their work, the first page, or nothing. */
const WAYS = ['all', 'all', 'graded', 'waiting', 'waiting', 'begun', 'begun', 'begun', 'none'] as const;

interface Place {
  id: string;
  chapter_id: string;
  content_type: string;
  content: unknown;
}

interface Learner {
  caller: Caller;
  enrollmentId: string;
}

/**
 * Brings the demo to life after its start: what its learners have done, what is graded and what waits for it, and what they discuss, by the operations that
 * people use, some days ago. Does all of it or nothing, and nothing twice.
 */
export function fillDemo(tools: DemoTools, ownersEmail: string): Promise<void> {
  return inTransaction(tools.db, async (trx) => {
    const owner = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
      .where('organisations.subdomain', '=', 'demo')
      .where('users.email_key', '=', ownersEmail)
      .select(['memberships.organisation_id', 'memberships.user_id'])
      .forUpdate('memberships')
      .executeTakeFirst();
    if (!owner) return;
    const organisationId = owner.organisation_id;
    const course = await trx
      .selectFrom('courses')
      .where('organisation_id', '=', organisationId)
      .where('slug', '=', 'four-habits-in-ten-minutes')
      .select('id')
      .executeTakeFirst();
    const isFilled = await trx.selectFrom('submissions').where('organisation_id', '=', organisationId).select('id').limit(1).executeTakeFirst();
    if (!course || isFilled) return;
    const caller = (actorId: string, role: Caller['role']): Caller => ({ organisationId, actorType: 'user', actorId, role, requestId: 'demo-seed', ip: null });
    const lessons = await trx
      .selectFrom('lessons')
      .innerJoin('chapters', (join) => join.onRef('chapters.organisation_id', '=', 'lessons.organisation_id').onRef('chapters.id', '=', 'lessons.chapter_id'))
      .where('lessons.organisation_id', '=', organisationId)
      .where('lessons.course_id', '=', course.id)
      .select(['lessons.id', 'lessons.chapter_id', 'lessons.content_type', 'lessons.content'])
      .orderBy('chapters.position')
      .orderBy('lessons.position')
      .execute();
    const enrollments = await trx
      .selectFrom('enrollments')
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .where('enrollments.organisation_id', '=', organisationId)
      .where('course_id', '=', course.id)
      .where('users.password_hash', 'is', null)
      .select(['enrollments.id', 'enrollments.user_id'])
      .orderBy('enrollments.id')
      .execute();
    const learners: Learner[] = enrollments.map(({ id, user_id }) => ({ enrollmentId: id, caller: caller(user_id, 'learner') }));
    const at = (days: number) => ({ ...tools, db: trx as unknown as Database, clock: { now: () => tools.clock.now() - days * DAY_MS } });
    for (const [index, way] of WAYS.entries()) {
      const learner = learners[index];
      if (learner) await study(at(12 - index), learner, { courseId: course.id, lessons, way });
    }
    const work = lessons.find(({ content_type }) => content_type === 'assignment');
    for (const [index, score] of [9, 10, 7].entries()) {
      const learner = learners[index];
      if (!work || !learner) continue;
      const path = { courseId: course.id, enrollmentId: learner.enrollmentId, lessonId: work.id };
      await writeGrade(at(1), caller(owner.user_id, 'owner'), path, contractInput('GradeWrite', { updated_at: null, score, save_as: 'posted' }));
    }
    await discuss(at, caller(owner.user_id, 'owner'), course.id, learners);
  });
}

interface Study {
  courseId: string;
  lessons: readonly Place[];
  way: (typeof WAYS)[number];
}

async function study(tools: DemoTools, { caller }: Learner, { courseId, lessons, way }: Study): Promise<void> {
  if (way === 'none') return;
  for (const { id, chapter_id, content_type, content } of lessons) {
    const report = (body: object) => recordProgress(tools, caller, { courseId, chapterId: chapter_id, id }, contractInput('LessonProgressWrite', body));
    await report({ event: 'opened' });
    if (content_type === 'lesson') await report({ event: 'read' });
    if (way === 'begun') return;
    if (content_type === 'quiz') {
      const { attempts } = await report({ event: 'quiz_started' });
      await report({ event: 'quiz_submitted', attempt_id: attempts[0]?.id, answers: answersTo(content as Shape<'QuizContent'>) });
    }
    if (content_type === 'assignment') {
      await report({
        event: 'assignment_submitted',
        submission: { text: 'On Monday and Thursday at eight, chapter two. I close the book and tell it to the cat.' },
      });
      if (way !== 'all') return;
    }
  }
}

/** Answers most questions rightly. */
function answersTo({ questions }: Shape<'QuizContent'>): object[] {
  return questions.flatMap((question): object[] => {
    const { id: question_id } = question;
    if (question.type === 'single') return [{ question_id, choice_ids: [question.correct_choice_id] }];
    if (question.type === 'multiple') return [{ question_id, choice_ids: question.correct_choice_ids }];
    if (question.type === 'true_false') return [{ question_id, is_true: question.correct }];
    if (question.type === 'short_text') return [{ question_id, text: question.accepted_answers[0] }];
    if (question.type === 'numeric') return [{ question_id, number: 4 }];
    if (question.type === 'ordering') return [{ question_id, choice_ids: question.items.map(({ id }) => id) }];
    return [];
  });
}

async function discuss(at: (days: number) => DemoTools, owner: Caller, courseId: string, [asking, helping]: readonly Learner[]): Promise<void> {
  if (!asking || !helping) return;
  const topic = (title: string, body: string) => contractInput('DiscussionTopicWrite', { title, text: { body } });
  const reply = (body: string) => contractInput('DiscussionReplyWrite', { text: { body } });
  const { id: topicId } = await createTopic(at(5), asking.caller, courseId, topic('How long is a page?', 'I read *very* slowly. Is half a page enough?'));
  await createReply(at(4), helping.caller, { courseId, topicId }, reply('Half a page is fine. What counts is closing the book.'));
  await createReply(at(3), owner, { courseId, topicId }, reply('Exactly. Take as much as you can tell somebody afterwards.'));
  await createTopic(at(2), helping.caller, courseId, topic('What do you use for recalling?', 'Cards, a friend, or the wall?'));
}
