import { newId } from '../../src/domain/kernel/ids.ts';
import { openAiModel } from '../../src/platform/ai/openai-model.ts';
import { type AiRequest, type AiServer, materialOf, textAnswer } from './ai-server.ts';
import type { TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import { type GradedCourse, gradedCourseOf } from './gradebook.ts';
import type { Row } from './organisation.ts';
import { enrollMany, type School, schoolWith } from './school.ts';

export const modelAt = ({ url }: AiServer) =>
  openAiModel({ baseUrl: `${url}/v1`, apiKey: null, textModel: 'a-grader', imageModel: 'a', prices: { currency: 'USD', input: 0.5, output: 2 } });

export const RUBRIC = {
  title: 'Scripts',
  is_feedback_only: false,
  criteria: ['style', 'result'].map((id) => ({
    id,
    title: id,
    levels: [20, 10, 0].map((points) => ({ title: `${points} points`, points, description: '' })),
  })),
};

export interface RatedSchool {
  school: School;
  course: GradedCourse;
  /** Worth 40 points, rated by the rubric. */
  lesson: Row;
  grading: ReturnType<typeof aiGrading>;
}

/** Creates a school with a published course in which there is an assignment with a rubric. */
export async function newRatedSchool(app: TestApp, content: object = {}): Promise<RatedSchool> {
  const { chapter, lesson, ...school } = await schoolWith(app, `rated ${JSON.stringify(content)}`, async (made) => {
    const { id } = await made.newCourse({ status: 'published' });
    const chapter = await made.newChapter(id);
    const course = gradedCourseOf(app, made, chapter);
    const lesson = await course.assignment(40, content);
    await course.configure(lesson, { rubric: RUBRIC });
    return { chapter, lesson };
  });
  const course = gradedCourseOf(app, school, chapter);
  return { school, course, lesson, grading: aiGrading(school, course) };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10 };

/** Suggests the given level for each criterion, or the given points for each question. */
export const judgement = (request: AiRequest, { level = '10 points', points = 1 } = {}) => {
  const { judge_by } = materialOf(request) as { judge_by: { id: string; levels?: unknown }[] };
  const parts = judge_by.map(({ id, levels }) => ({ id, ...(levels ? { level } : { points }), reason: `Because of ${id}.` }));
  return textAnswer(JSON.stringify({ parts, confidence: 0.8 }), USAGE);
};

/** What a request says that the learner submitted. */
export const workIn = (request: AiRequest): string => JSON.stringify(materialOf(request).work);

/** Enrolls learners who have handed in these texts. Returns their enrollments, in order. */
export async function handedIn(app: TestApp, { organisation }: School, { courseId }: GradedCourse, lesson: Row, texts: readonly string[]): Promise<string[]> {
  const enrollments = await enrollMany(app, organisation.id, courseId, texts.length);
  await app.database.pool.query(
    `insert into submissions (organisation_id, id, enrollment_id, lesson_id, number, body, submitted_at)
     select $1, id, enrollment_id, $2, 1, body, now() from unnest($3::uuid[], $4::uuid[], $5::text[]) work (id, enrollment_id, body)`,
    [organisation.id, lesson.id, texts.map(() => newId()), enrollments, texts],
  );
  return enrollments;
}

/** Gives these learners the grade that a person has given one for a lesson, as if that person had graded their work alike. */
export async function gradeAlike(app: TestApp, lesson: Row, from: string, enrollments: readonly string[]): Promise<void> {
  await app.database.pool.query(
    `insert into gradebook_grades select (jsonb_populate_record(g, jsonb_build_object('enrollment_id', other))).*
     from gradebook_grades g cross join unnest($3::uuid[]) other where g.lesson_id = $1 and g.enrollment_id = $2`,
    [lesson.id, from, enrollments],
  );
}

/** The AI grading of a course, as staff use it. */
export function aiGrading({ browser }: School, { path }: GradedCourse) {
  const ask = (method: 'get' | 'post', sub: string, body?: object) => browser.call(method, `${path}${sub}`, body);
  return {
    ask,
    start: async (lesson: Row, body: object = {}) => (await expectStatus(202, ask('post', 'ai-grade/', { lesson_id: lesson.id, ...body }))).body,
    job: async (id: string) => (await expectStatus(200, ask('get', `ai-jobs/${id}/`))).body,
    suggestions: async (id: string, query = '') => (await expectStatus(200, ask('get', `ai-jobs/${id}/suggestions/${query}`))).body.results,
  };
}
