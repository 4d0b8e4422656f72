import { typeOf } from '../../domain/transfer/archive/file-types.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { sendToTarget } from '../../http/files.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import type { Visit } from '../visit.ts';
import { problemOf } from './learning.ts';

/** Form fields for files. Fields with the pattern below carry earlier uploads. */
export const FILE_FIELDS = ['file_1', 'file_2', 'file_3'] as const;
const UPLOADED = /^upload_([0-9a-f-]{36})$/;

/** Returns the names of the uploads that the form carries, by ID. */
export const uploadsIn = (form: Visit['form']): Map<string, string> =>
  new Map(
    Object.entries(form).flatMap(([name, value]) => {
      const id = UPLOADED.exec(name)?.[1];
      return id === undefined ? [] : [[id, value]];
    }),
  );

/** Returns the form fields that carry these uploads. */
export const carried = (kept: ReadonlyMap<string, string>): Visit['form'] => Object.fromEntries([...kept].map(([id, name]) => [`upload_${id}`, name]));

export interface UploadsOf {
  courseId: string;
  purpose: 'submission' | 'discussion';
}

/** Uploads the files of the form. Successful uploads stay with the form even if others fail. */
export async function uploadFiles(visit: Visit, { courseId, purpose }: UploadsOf, kept: Map<string, string>): Promise<void> {
  const { call, files, services } = visit;
  for (const { filename, bytes } of FILE_FIELDS.flatMap((name) => files[name] ?? [])) {
    const path = { course_pk: courseId };
    const content_type = typeOf(filename)?.contentType ?? 'application/octet-stream';
    const { id, target } = await call('createUpload', { path, body: { purpose, file_name: filename, content_type, size_bytes: bytes.length } });
    if (target) await sendToTarget(services.ports.storage, target, bytes);
    const { status } = await call('completeUpload', { path: { ...path, object_pk: id } });
    if (status === 'rejected')
      throw new RefusedCall(problemOf(visit, [{ field: 'file_name', code: 'invalid', message: 'The content must match the file name extension.' }]), {});
    kept.set(id, filename);
  }
}

/** Writes the attributes that the script of the page needs to upload files before the form is sent. */
export const uploadAttributes = ({ say, query }: Visit, { courseId, purpose }: UploadsOf): Html =>
  html` data-uploads="/api/v1/courses/${courseId}/uploads/" data-purpose="${purpose}" data-organisation="${query.organisation}" data-sending="${say('page.upload.sending', { name: '%' })}" data-done="${say('page.work.attached', { name: '%' })}" data-failed="${say('page.upload.failed', { name: '%' })}"`;

/** Returns a URL of the kind to which files are uploaded, for the content security policy of the page. */
export const uploadUrl = async ({ services }: Visit): Promise<string> =>
  (await services.ports.storage.uploadAddress('uploads/none', { expiresSeconds: 60, contentType: 'text/plain', size: 1 })).url;

/** Writes the checkboxes of the uploads that the form carries. */
export const carriedBoxes = ({ say, form }: Visit): Part =>
  [...uploadsIn(form)].map(
    ([id, name]) =>
      html`<label class="choice"><input type="checkbox" name="upload_${id}" value="${name}" checked> ${say('page.work.attached', { name })}</label>`,
  );
