import type { Agent, Schemas } from '../../sdk/index.ts';

export interface Remote {
  course: Schemas['Course'];
  chapters: { chapter: Schemas['Chapter']; lessons: Schemas['LessonSummary'][] }[];
}

/** Reads a course without the contents of its lessons, whose tokens say which of them have changed. */
export async function readRemote(lms: Agent, courseId: string): Promise<Remote> {
  const course = await lms.get('/courses/{id}/', { params: { path: { id: courseId } } });
  const chapters: Remote['chapters'] = [];
  for await (const chapter of lms.list('/courses/{course_pk}/chapters/', { params: { path: { course_pk: courseId } } })) {
    const lessons: Schemas['LessonSummary'][] = [];
    const path = { course_pk: courseId, chapter_pk: chapter.id };
    for await (const lesson of lms.list('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', { params: { path } })) lessons.push(lesson);
    chapters.push({ chapter, lessons });
  }
  return { course, chapters };
}

export const readLesson = (lms: Agent, { course_id, chapter_id, id }: Schemas['LessonSummary']): Promise<Schemas['Lesson']> =>
  lms.get('/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/', { params: { path: { course_pk: course_id, chapter_pk: chapter_id, id } } });
