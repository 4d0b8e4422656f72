import { RefusedCall } from '../../../http/contract/call.ts';
import type { Visit } from '../../visit.ts';
import { courseUrl } from '../learning.ts';
import { carried, uploadFiles, uploadsIn } from '../sent-files.ts';
import { type LessonVisit, lessonPath } from './kind.ts';

/** Hands in the work, or only uploads its files. Returns the URL of the next page, or the form to show again with the reason for the refusal. */
export async function actInAssignment(shown: LessonVisit): Promise<string | Pick<Visit, 'form' | 'problem'>> {
  const { visit, lesson } = shown;
  const kept = uploadsIn(visit.form);
  const again = (problem: Visit['problem']) => ({ form: { ...visit.form, ...carried(kept) }, problem });
  try {
    await uploadFiles(visit, { courseId: lesson.course_id, purpose: 'submission' }, kept);
    if (visit.form.do === 'attach') return again(null);
    const { text = '', url = '' } = visit.form;
    const submission = { ...(text.trim() && { text }), ...(url.trim() && { url: url.trim() }), ...(kept.size > 0 && { upload_ids: [...kept.keys()] }) };
    await visit.call('recordLessonProgress', { path: lessonPath(lesson), body: { event: 'assignment_submitted', submission } });
  } catch (error) {
    if (error instanceof RefusedCall && error.problem.status !== 401) return again(error.problem);
    throw error;
  }
  return courseUrl(visit, `/${lesson.id}`, { handed_in: '1' });
}
