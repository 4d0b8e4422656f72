import type { Lesson, LessonProgress, LessonView, LessonWrite, QuizAnswer, QuizQuestion } from './client';
import { refusedCheckout, sdk } from './sdk';
import { answerNext } from './transport';

/** A lesson of each kind. */
const LESSONS: LessonWrite[] = [
  { title: 'What is a shell?', content_type: 'lesson', content: { format: 'markdown', body: 'A shell is a program that runs programs.' } },
  { title: 'A first look', content_type: 'video', content: { source: 'youtube', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', duration_seconds: 600 } },
  { title: 'Cheat sheet', content_type: 'document', content: { source: 'url', url: 'https://harbour.example.org/cheat-sheet.pdf' } },
  { title: 'Try it here', content_type: 'embed', content: { url: 'https://codepen.io/example/embed/abc123' } },
  { title: 'A script', content_type: 'assignment', content: { instructions: 'Count the words of a file.', submission_kinds: ['text'] } },
  {
    title: 'Check yourself',
    content_type: 'quiz',
    content: {
      questions: [
        {
          type: 'single',
          id: 'lines',
          prompt: 'Which command counts lines?',
          choices: [
            { id: 'wc', text: 'wc -l' },
            { id: 'ls', text: 'ls -l' },
          ],
          correct_choice_id: 'wc',
        },
        { type: 'true_false', id: 'pipe', prompt: 'A pipe connects two programs.', correct: true },
        { type: 'numeric', id: 'status', prompt: 'What is the exit status of success?', correct_value: 0 },
        { type: 'short_text', id: 'pwd', prompt: 'Which command prints the working directory?', accepted_answers: ['pwd'] },
      ],
    },
  },
];

/** Builds a course with an API key, publishes it, enrolls and works through every lesson. Every step is checked. */
export async function takeCourse(email: string, password: string): Promise<void> {
  const course = await sdk.createCourse({ title: 'The Unix Shell', level: 'beginner' });
  const chapter = await sdk.createChapter(course.id, { title: 'Pipes and filters', is_published: true });
  const answers = new Map<string, QuizAnswer[]>();
  for (const wanted of LESSONS) {
    const { id } = await sdk.createLesson(course.id, chapter.id, { ...wanted, is_published: true });
    const lesson = await sdk.getAuthoredLesson(course.id, chapter.id, id);
    equal(lesson.title, wanted.title ?? '');
    equal(gist(lesson).length > 0, true);
    if (lesson.content_type === 'quiz') answers.set(id, lesson.content?.questions.map(rightAnswer) ?? []);
  }
  equal((await sdk.publishCourse(course.id)).status, 'published');

  equal((await sdk.logIn({ email, password })).status, 'signed_in');
  equal((await sdk.enroll(course.id)).state, 'active');
  const { lessons } = await sdk.getCurriculum(course.id);
  equal(lessons.count, LESSONS.length);
  for (const { id } of lessons.results) {
    const report: Report = (progress) => sdk.recordProgress(course.id, chapter.id, id, progress);
    equal((await report({ event: 'opened' })).lock_reason, null);
    await learn(await sdk.getLesson(course.id, chapter.id, id), report, answers.get(id) ?? []);
  }
  const { completed_lessons, lesson_count } = await sdk.getCourseProgress(course.id);
  equal(lesson_count, LESSONS.length);
  // All lessons except for the video are completed.
  equal(completed_lessons, LESSONS.length - 1);
}

/** Checks that a code newer than the SDK reaches the program. */
export async function readNewerCode(): Promise<void> {
  const code = 'newer_code';
  answerNext(409, code);
  equal<string>(await refusedCheckout('0199f3c7-ce66-7d0f-8b14-e3c2d4d92091'), code);
}

type Report = (progress: Parameters<typeof sdk.recordProgress>[3]) => Promise<LessonProgress>;

async function learn(lesson: LessonView, report: Report, answers: QuizAnswer[]): Promise<void> {
  switch (lesson.content_type) {
    case 'lesson':
      equal(lesson.content?.body, 'A shell is a program that runs programs.');
      equal((await report({ event: 'read' })).state, 'completed');
      break;
    case 'video':
      equal(lesson.content?.source, 'youtube');
      // The watched time is limited to the time that has passed.
      equal(((await report({ event: 'watched', watched_ranges: [{ from: 0, to: 600 }] })).watched_percent ?? 0) > 0, true);
      break;
    case 'quiz': {
      const [attempt] = (await report({ event: 'quiz_started' })).attempts;
      equal(attempt?.questions.length, answers.length);
      const { attempts } = await report({ event: 'quiz_submitted', attempt_id: attempt?.id ?? '', answers });
      equal(attempts[0]?.score_percent, 100);
      break;
    }
    case 'assignment':
      equal(lesson.content?.submission_kinds[0], 'text');
      equal((await report({ event: 'assignment_submitted', submission: { text: 'wc -w < file' } })).submissions.length, 1);
      break;
    case 'document':
    case 'embed':
      break;
  }
}

/** Returns the gist of a lesson. The type of the content follows from the kind of the lesson. */
function gist(lesson: Lesson): string {
  switch (lesson.content_type) {
    case 'quiz':
      return lesson.content?.questions.map(({ prompt }) => prompt).join() ?? '';
    case 'lesson':
      return lesson.content?.body ?? '';
    case 'video':
      return lesson.content?.source ?? '';
    case 'document':
      return lesson.content?.source ?? '';
    case 'assignment':
      return lesson.content?.instructions ?? '';
    case 'embed':
      return lesson.content?.source === 'package' ? lesson.content.item : (lesson.content?.url ?? '');
  }
}

/** Returns the right answer to a question. The type of its key follows from the kind of the question. */
function rightAnswer(question: QuizQuestion): QuizAnswer {
  const question_id = question.id ?? '';
  switch (question.type) {
    case 'single':
      return { question_id, choice_ids: [question.correct_choice_id] };
    case 'multiple':
      return { question_id, choice_ids: question.correct_choice_ids };
    case 'true_false':
      return { question_id, is_true: question.correct };
    case 'short_text':
      return { question_id, text: question.accepted_answers[0] ?? '' };
    case 'numeric':
      return { question_id, number: question.correct_value };
    case 'matching':
      return { question_id, pairs: question.pairs.map(({ id, right }) => ({ id, right })) };
    case 'ordering':
      return { question_id, choice_ids: question.items.map(({ id }) => id) };
    case 'essay':
      return { question_id, text: question.prompt };
  }
}

function equal<T>(actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`expected ${JSON.stringify(expected)}, but got ${JSON.stringify(actual)}`);
}
