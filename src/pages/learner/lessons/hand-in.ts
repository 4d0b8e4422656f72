import { typeOf } from '../../../domain/transfer/archive/file-types.ts';
import { RefusedCall } from '../../../http/contract/call.ts';
import { sendToTarget } from '../../../http/files.ts';
import type { Visit } from '../../visit.ts';
import { courseUrl, problemOf } from '../learning.ts';
import { type LessonVisit, lessonPath } from './kind.ts';

/** The fields with files in the form, and those that carry what was uploaded before. */
export const FILE_FIELDS = ['file_1', 'file_2', 'file_3'] as const;
const UPLOADED = /^upload_([0-9a-f-]{36})$/;

/** The uploads that the form carries, with their names, by ID. */
export const uploadsIn = (form: Visit['form']): Map<string, string> =>
  new Map(
    Object.entries(form).flatMap(([name, value]) => {
      const id = UPLOADED.exec(name)?.[1];
      return id === undefined ? [] : [[id, value]];
    }),
  );

/** Uploads the files of the form. Those that are uploaded stay with the form, whatever happens to the others. */
async function upload({ visit, lesson }: LessonVisit, kept: Map<string, string>): Promise<void> {
  const { call, files, services } = visit;
  for (const { filename, bytes } of FILE_FIELDS.flatMap((name) => files[name] ?? [])) {
    const path = { course_pk: lesson.course_id };
    const content_type = typeOf(filename)?.contentType ?? 'application/octet-stream';
    const { id, target } = await call('createUpload', {
      path,
      body: { purpose: 'submission', file_name: filename, content_type, size_bytes: bytes.length },
    });
    if (target) await sendToTarget(services.ports.storage, target, bytes);
    const { status } = await call('completeUpload', { path: { ...path, object_pk: id } });
    if (status === 'rejected') throw new RefusedCall(problemOf(visit, [{ field: 'file_name', code: 'invalid', message: 'Must be what its name says.' }]), {});
    kept.set(id, filename);
  }
}

/** Hands in the work, or only uploads its files. Returns the URL of the page to go to, or the form to show again, with what refused it. */
export async function actInAssignment(shown: LessonVisit): Promise<string | Pick<Visit, 'form' | 'problem'>> {
  const { visit, lesson } = shown;
  const kept = uploadsIn(visit.form);
  const again = (problem: Visit['problem']) => {
    const uploads = Object.fromEntries([...kept].map(([id, name]) => [`upload_${id}`, name]));
    return { form: { ...visit.form, ...uploads }, problem };
  };
  try {
    await upload(shown, kept);
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
