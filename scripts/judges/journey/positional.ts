import * as client from './client';

/** The operations of the journey, for SDKs whose functions take parameters in order and return the status with the body. */
export const sdk = {
  createCourse: (course: client.CourseWrite) => answer(client.createAgentCourse(course), 201),
  createChapter: (courseId: string, chapter: client.ChapterWrite) => answer(client.createAgentChapter(courseId, chapter), 201),
  createLesson: (courseId: string, chapterId: string, lesson: client.LessonWrite) => answer(client.createAgentLesson(courseId, chapterId, lesson), 201),
  getAuthoredLesson: (courseId: string, chapterId: string, id: string) => answer(client.getAgentLesson(courseId, chapterId, id), 200),
  publishCourse: (id: string) => answer(client.updateAgentCourse(id, { status: 'published' }), 200),
  logIn: (account: client.LogIn) => answer(client.logIn(account), 200),
  enroll: (courseId: string) => answer(client.enroll(courseId, {}), 201),
  getCurriculum: (courseId: string) => answer(client.getCurriculum(courseId), 200),
  getLesson: (courseId: string, chapterId: string, id: string) => answer(client.getLesson(courseId, chapterId, id), 200),
  recordProgress: (courseId: string, chapterId: string, id: string, progress: client.LessonProgressWrite) =>
    answer(client.recordLessonProgress(courseId, chapterId, id, progress), 200),
  getCourseProgress: (courseId: string) => answer(client.getCourseProgress(courseId), 200),
};

async function answer<R extends { status: number; data?: unknown }, const S extends R['status']>(
  asked: Promise<R>,
  status: S,
): Promise<Extract<R, { status: S }>['data']> {
  const hasStatus = (response: R): response is Extract<R, { status: S }> => response.status === status;
  const response = await asked;
  if (!hasStatus(response)) throw new Error(`${response.status} ${JSON.stringify(response.data)}`);
  return response.data;
}

type Refused = Extract<Awaited<ReturnType<typeof client.startCheckout>>, { status: 409 }>['data'];

/** Returns the code with which a purchase is refused. */
export async function refusedCheckout(courseId: string): Promise<Refused['code']> {
  const response = await client.startCheckout(courseId, {});
  if (response.status !== 409) throw new Error(`${response.status}`);
  return response.data.code;
}

export const isEnrolled = ({ code }: Refused) => code === 'already_enrolled';
// @ts-expect-error no such code
export const isNonsense = ({ code }: Refused) => code === 'nonsense_code';
