import * as client from './client';
import { client as runtime } from './client/client.gen';
import { SERVICE } from './transport';

runtime.setConfig({ baseUrl: SERVICE });

/** The operations of the journey, for an SDK whose functions take an object and return the body or the error. */
export const sdk = {
  createCourse: (body: client.CourseWrite) => answer(client.createAgentCourse({ body })),
  createChapter: (course_pk: string, body: client.ChapterWrite) => answer(client.createAgentChapter({ path: { course_pk }, body })),
  createLesson: (course_pk: string, chapter_pk: string, body: client.LessonWrite) =>
    answer(client.createAgentLesson({ path: { course_pk, chapter_pk }, body })),
  getAuthoredLesson: (course_pk: string, chapter_pk: string, id: string) => answer(client.getAgentLesson({ path: { course_pk, chapter_pk, id } })),
  publishCourse: (id: string) => answer(client.updateAgentCourse({ path: { id }, body: { status: 'published' } })),
  logIn: (body: client.LogIn) => answer(client.logIn({ body })),
  enroll: (course_pk: string) => answer(client.enroll({ path: { course_pk }, body: {} })),
  getCurriculum: (course_pk: string) => answer(client.getCurriculum({ path: { course_pk } })),
  getLesson: (course_pk: string, chapter_pk: string, id: string) => answer(client.getLesson({ path: { course_pk, chapter_pk, id } })),
  recordProgress: (course_pk: string, chapter_pk: string, id: string, body: client.LessonProgressWrite) =>
    answer(client.recordLessonProgress({ path: { course_pk, chapter_pk, id }, body })),
  getCourseProgress: (course_pk: string) => answer(client.getCourseProgress({ path: { course_pk } })),
};

async function answer<T>(asked: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await asked;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

type Refused = client.StartCheckoutErrors[409];

/** Returns the code with which a purchase is refused. */
export async function refusedCheckout(course_pk: string): Promise<Refused['code']> {
  const { error, response } = await client.startCheckout({ path: { course_pk }, body: {} });
  if (response?.status !== 409) throw new Error(`${response?.status}`);
  return (error as Refused).code;
}

export const isEnrolled = ({ code }: Refused) => code === 'already_enrolled';
// @ts-expect-error no such code
export const isNonsense = ({ code }: Refused) => code === 'nonsense_code';
