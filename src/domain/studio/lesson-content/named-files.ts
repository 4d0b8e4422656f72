import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { checkPackage } from '../packages/packages.ts';

type Content = Shape<'LessonContent'>;

/** A field of the content that names a stored file of the course: as its hosted video, as its stored document, or as `file:{id}` in its text. */
export interface NamedFile {
  /** In lower case, as it is stored. */
  id: string;
  field: string;
  kind: 'media_id' | 'document_id' | 'text';
}

/** References to files in a text. The function `named_files` of the database finds the same files. */
const REFERENCE = /file:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi;

const MOST_FILES = 200;

/** Returns the files that the content names, or only those in the part that a learner sees. */
export function namedFiles(content: unknown, field = 'content'): NamedFile[] {
  if (typeof content === 'string') return [...content.matchAll(REFERENCE)].map(([, id = '']) => ({ id: id.toLowerCase(), field, kind: 'text' }));
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([member, value]): NamedFile[] => {
    const at = `${field}.${member}`;
    const isWhole = (member === 'media_id' || member === 'document_id') && typeof value === 'string';
    return isWhole ? [{ id: value.toLowerCase(), field: at, kind: member }] : namedFiles(value, at);
  });
}

/** The stored files of a course, by their IDs in lower case. */
export interface KnownFiles {
  /** The kind of each media file. */
  media: ReadonlyMap<string, string>;
  documents: ReadonlySet<string>;
}

/** Returns the named files that are missing from the course, or are not of the kind that the field takes. */
export const missingFiles = (named: readonly NamedFile[], { media, documents }: KnownFiles): NamedFile[] =>
  named.filter(({ id, kind }) =>
    kind === 'media_id' ? (media.get(id) ?? 'image') === 'image' : kind === 'document_id' ? !documents.has(id) : !media.has(id) && !documents.has(id),
  );

/**
 * Checks that a hosted video names playable media of the course, that a stored document and every text name files of the course, and that there are
 * not too many. The same holds for a package that an embedded lesson shows. A file that the lesson already named is not checked again. The rows of the
 * files are locked until the transaction ends, so that they are not deleted in the meantime.
 * @throws ValidationError
 */
export async function requireNamedFiles(trx: Executor, organisationId: string, courseId: string, content: Content, before: Content = null): Promise<void> {
  const named = namedFiles(content);
  const faults = new Faults();
  const ids = new Set(named.map(({ id }) => id));
  if (ids.size > MOST_FILES) faults.add('content', 'too_many', `Must refer to at most ${MOST_FILES} files.`);
  await checkPackage(trx, { organisationId, courseId }, content, before, faults);
  faults.check();
  const known = new Set(namedFiles(before).map(({ id, kind }) => `${kind} ${id}`));
  const added = named.filter(({ id, kind }) => !known.has(`${kind} ${id}`));
  if (added.length === 0) return;
  const files = await lockFiles(trx, organisationId, courseId, [...new Set(added.map(({ id }) => id))]);
  for (const { field } of missingFiles(added, files)) faults.add(field, 'unknown', 'The course has no such file.');
  faults.check();
}

/** Locks the files that belong to the course, and returns them. */
async function lockFiles(trx: Executor, organisationId: string, courseId: string, ids: string[]): Promise<KnownFiles> {
  const locked = <Table extends 'media' | 'documents'>(table: Table) =>
    trx
      .selectFrom(table as 'media')
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('id')
      .forKeyShare();
  const media = await locked('media').select(['id', 'kind']).execute();
  const documents = await locked('documents').select('id').where('object_id', 'is not', null).execute();
  return { media: new Map(media.map(({ id, kind }) => [id, kind])), documents: new Set(documents.map(({ id }) => id)) };
}
