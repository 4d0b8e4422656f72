import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';

interface Course {
  organisationId: string;
  courseId: string;
}

export interface NewCourseFiles {
  media: readonly (Pick<Shape<'Media'>, 'id' | 'title' | 'kind'> & { object_id: string })[];
  documents: readonly { id: string; title: string; url: string | null; object_id: string | null }[];
  heroImages: readonly (Pick<Shape<'HeroImage'>, 'id' | 'width' | 'height' | 'source' | 'is_selected'> & { object_id: string })[];
}

/** Adds files to a course that is not yet visible to anybody else. Their bytes must be stored for the course. */
export async function addCourseFiles(trx: Executor, { organisationId, courseId }: Course, { media, documents, heroImages }: NewCourseFiles): Promise<void> {
  await sql`insert into media (organisation_id, id, course_id, object_id, kind, title)
    select ${organisationId}, id, ${courseId}, object_id, kind, title from json_populate_recordset(null::media, ${JSON.stringify(media)}::json)`.execute(trx);
  await sql`insert into documents (organisation_id, id, course_id, object_id, url, title)
    select ${organisationId}, id, ${courseId}, object_id, url, title
    from json_populate_recordset(null::documents, ${JSON.stringify(documents)}::json)`.execute(trx);
  await sql`insert into hero_images (organisation_id, id, course_id, object_id, width, height, source, is_selected)
    select ${organisationId}, id, ${courseId}, object_id, width, height, source, is_selected
    from json_populate_recordset(null::hero_images, ${JSON.stringify(heroImages)}::json)`.execute(trx);
}

/** Deletes files of a course. Returns their number and their stored files. */
export async function removeCourseFiles(
  trx: Executor,
  { organisationId, courseId }: Course,
  ids: readonly string[],
): Promise<{ count: number; objects: string[] }> {
  const { rows } = await sql<{ object_id: string | null }>`
    with gone as (delete from media where organisation_id = ${organisationId} and course_id = ${courseId} and id = any(${[...ids]}::uuid[]) returning object_id),
    gone_too as (delete from documents where organisation_id = ${organisationId} and course_id = ${courseId} and id = any(${[...ids]}::uuid[]) returning object_id)
    select object_id from gone union all select object_id from gone_too`.execute(trx);
  return { count: rows.length, objects: rows.flatMap(({ object_id }) => object_id ?? []) };
}
