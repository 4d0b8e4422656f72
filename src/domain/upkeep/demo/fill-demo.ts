import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { sandboxPayments } from '../../../platform/payments/sandbox.ts';
import { writeGrade } from '../../assessment/gradebook/write-grade.ts';
import { createReply } from '../../community/discussions/write-replies.ts';
import { createTopic } from '../../community/discussions/write-topics.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enroll } from '../../learning/enrollments/enroll.ts';
import { recordProgress } from '../../learning/learner-view/record.ts';
import { addStoredLessons, storeDemoFiles } from './fill-lessons.ts';
import { sellCourse } from './fill-shop.ts';
import { addEndpoint, deliverSales } from './fill-webhooks.ts';

type DemoTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'storage' | 'publicFetch' | 'payments' | 'base' | 'webAppUrl' | 'allowPrivateWebhooks'>;
/** Returns the tools as they were this number of days ago. */
type At = (days: number) => DemoTools;

const DAY_MS = 86_400_000;
/** The progress of each of the other learners in the practice course: everything, up to their assignment, the first page, or nothing. */
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
 * Brings the demo to life after its start: what its learners have done and bought, graded and ungraded work, discussions, and webhook deliveries. Uses the
 * operations that people use, dated some days ago. Nothing is done twice, and the learners' activities are added either completely or not at all. The purchases
 * follow in transactions of their own, because each ends with an invoice.
 */
export async function fillDemo(tools: DemoTools, ownersEmail: string): Promise<void> {
  const demo = await selectEmpty(tools.db, ownersEmail).executeTakeFirst();
  if (!demo) return;
  const { organisation_id: organisationId } = demo;
  const owner: Caller = { organisationId, actorType: 'user', actorId: demo.user_id, role: 'owner', requestId: 'demo-seed', ip: null };
  const atIn =
    (db: Executor): At =>
    (days) => ({ ...tools, db: db as Database, clock: { now: () => tools.clock.now() - days * DAY_MS } });
  const course = (slug: string) =>
    tools.db.selectFrom('courses').where('organisation_id', '=', organisationId).where('slug', '=', slug).select('id').executeTakeFirst();
  const [first, practice, timed] = [await course('how-to-learn-anything'), await course('four-habits-in-ten-minutes'), await course('bread-in-seven-days')];
  const files = await storeDemoFiles(tools, organisationId);
  const isFilled = await inTransaction(tools.db, async (trx) => {
    await selectEmpty(trx, ownersEmail).forUpdate('memberships').execute();
    // Another process may have filled the demo while this one waited for the lock.
    if (!(await selectEmpty(trx, ownersEmail).executeTakeFirst())) return false;
    const at = atIn(trx);
    if (practice) await learnIn(at, owner, practice.id);
    const lessons = first ? await lessonsOf(trx, organisationId, first.id) : [];
    const [one, other] = [lessons.at(0), lessons.at(-1)];
    if (first && one && other) await addStoredLessons(at(0), owner, first.id, [one.chapter_id, other.chapter_id], files);
    return true;
  });
  if (!isFilled) return;
  const at = atIn(tools.db);
  const endpointId = await addEndpoint(at, owner);
  if (timed) await buyIn(at, owner, timed.id);
  await deliverSales(at, owner, endpointId);
}

/** Selects the owner of the demo, unless somebody has submitted work there. */
const selectEmpty = (db: Executor, ownersEmail: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
    .where('organisations.subdomain', '=', 'demo')
    .where('users.email_key', '=', ownersEmail)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('submissions').whereRef('submissions.organisation_id', '=', 'memberships.organisation_id').select('submissions.id'))),
    )
    .select(['memberships.organisation_id', 'memberships.user_id']);

const lessonsOf = (trx: Executor, organisationId: string, courseId: string): Promise<Place[]> =>
  trx
    .selectFrom('lessons')
    .innerJoin('chapters', (join) => join.onRef('chapters.organisation_id', '=', 'lessons.organisation_id').onRef('chapters.id', '=', 'lessons.chapter_id'))
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.course_id', '=', courseId)
    .select(['lessons.id', 'lessons.chapter_id', 'lessons.content_type', 'lessons.content'])
    .orderBy('chapters.position')
    .orderBy('lessons.position')
    .execute();

/** Returns the learners of a course who cannot sign in. The others' activities are left to whoever tries the demo. */
async function learnersOf(trx: Executor, owner: Caller, courseId: string): Promise<Learner[]> {
  const enrollments = await trx
    .selectFrom('enrollments')
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .where('enrollments.organisation_id', '=', owner.organisationId)
    .where('course_id', '=', courseId)
    .where('users.password_hash', 'is', null)
    .select(['enrollments.id', 'enrollments.user_id'])
    .orderBy('enrollments.id')
    .execute();
  return enrollments.map(({ id, user_id }) => ({ enrollmentId: id, caller: { ...owner, actorId: user_id, role: 'learner' } }));
}

async function learnIn(at: At, owner: Caller, courseId: string): Promise<void> {
  const { db } = at(0);
  const lessons = await lessonsOf(db, owner.organisationId, courseId);
  const learners = await learnersOf(db, owner, courseId);
  for (const [index, way] of WAYS.entries()) {
    const learner = learners[index];
    if (learner) await study(at(12 - index), learner, { courseId, lessons, way });
  }
  const work = lessons.find(({ content_type }) => content_type === 'assignment');
  for (const [index, score] of [9, 10, 7].entries()) {
    const learner = learners[index];
    if (!work || !learner) continue;
    const path = { courseId, enrollmentId: learner.enrollmentId, lessonId: work.id };
    await writeGrade(at(1), owner, path, contractInput('GradeWrite', { updated_at: null, score, save_as: 'posted' }));
  }
  await discuss(at, owner, courseId, learners);
}

/** Makes the learners who are not enrolled yet buy the course, or enrol free of charge where payments in the sandbox are not possible. */
async function buyIn(at: At, owner: Caller, courseId: string): Promise<void> {
  const { db, keyring, base, payments } = at(0);
  const { organisationId } = owner;
  const members = await db
    .selectFrom('memberships')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'learner')
    .where('user_id', 'not in', ({ selectFrom }) =>
      selectFrom('enrollments').where('organisation_id', '=', organisationId).where('course_id', '=', courseId).select('user_id'),
    )
    .select('user_id')
    .orderBy('user_id')
    .execute();
  const buyers = members.map(({ user_id }): Caller => ({ ...owner, actorId: user_id, role: 'learner' }));
  if (!payments?.sandbox) {
    for (const buyer of buyers) await enroll(at(0), { ...buyer, role: null }, courseId, {});
    return;
  }
  const sandbox = (days: number) => sandboxPayments({ db, clock: at(days).clock, keyring, base: () => base });
  await sellCourse((days) => ({ ...at(days), payments: sandbox(days) }), owner, courseId, buyers);
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

/** Answers most questions correctly. */
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

async function discuss(at: At, owner: Caller, courseId: string, [asking, helping]: readonly Learner[]): Promise<void> {
  if (!asking || !helping) return;
  const topic = (title: string, body: string) => contractInput('DiscussionTopicWrite', { title, text: { body } });
  const reply = (body: string) => contractInput('DiscussionReplyWrite', { text: { body } });
  const { id: topicId } = await createTopic(at(5), asking.caller, courseId, topic('How long is a page?', 'I read *very* slowly. Is half a page enough?'));
  await createReply(at(4), helping.caller, { courseId, topicId }, reply('Half a page is fine. What counts is closing the book.'));
  await createReply(at(3), owner, { courseId, topicId }, reply('Exactly. Take as much as you can tell somebody afterwards.'));
  await createTopic(at(2), helping.caller, courseId, topic('What do you use for recalling?', 'Cards, a friend, or the wall?'));
}
