import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';

export type NewChapter = Pick<Shape<'Chapter'>, 'id' | 'title' | 'position' | 'is_published' | 'requires_previous_chapter' | 'sequential_lessons'>;
export type NewLesson = Omit<Shape<'Lesson'>, 'course_id' | 'created_at' | 'updated_at'>;

/** Number of characters at which a list of JSON ends. Converting more to a text at once would keep the process from handling requests. */
const CHARACTERS_AT_ONCE = 512 * 1024;

/** Adds checked chapters and lessons to a course that is not yet visible to anybody else. No individual events or records are written. */
export async function addOutline(
  trx: Executor,
  { organisationId, courseId }: { organisationId: string; courseId: string },
  chapters: readonly NewChapter[],
  lessons: readonly NewLesson[],
): Promise<void> {
  await sql`insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
    select ${organisationId}, id, ${courseId}, title, position, is_published, requires_previous_chapter, sequential_lessons
    from json_populate_recordset(null::chapters, ${JSON.stringify(chapters)}::json)`.execute(trx);
  for (const text of listsOf(lessons))
    await sql`insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, content, is_free_preview,
        opens_day_offset, opens_time, closes_day_offset, closes_time, view_window_minutes)
      select ${organisationId}, id, ${courseId}, chapter_id, title, position, is_published, content_type, content, is_free_preview,
        opens_day_offset, opens_time, closes_day_offset, closes_time, view_window_minutes
      from json_populate_recordset(null::lessons, ${text}::json)`.execute(trx);
}

/** Yields JSON lists that together contain all of the rows. */
function* listsOf(rows: readonly object[]): Generator<string> {
  let texts: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    characters += text.length;
    if (characters < CHARACTERS_AT_ONCE) continue;
    yield `[${texts.join()}]`;
    [texts, characters] = [[], 0];
  }
  if (texts.length > 0) yield `[${texts.join()}]`;
}
