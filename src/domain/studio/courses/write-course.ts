import { json } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { CourseFields } from './rules.ts';

/** Returns the columns that store these fields. */
export function courseColumns({ category, description, sales_page_blocks, ...same }: CourseFields) {
  return { ...same, category_id: category, description: json(description), sales_page_blocks: json(sales_page_blocks) };
}

/** Returns the writable fields of a course in its response form. */
export function courseFields(course: Shape<'Course'>): CourseFields {
  const {
    id: _id,
    chapter_count: _chapters,
    lesson_count: _lessons,
    enrollment_count: _enrolled,
    published_at: _published,
    created_at: _created,
    updated_at: _updated,
    ...fields
  } = course;
  return fields;
}
