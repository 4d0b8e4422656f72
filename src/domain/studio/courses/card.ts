import { sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';
import { courseMoments } from '../../kernel/moments.ts';

/** A card as read from the database, with local dates instead of moments. */
export type StoredCard = Omit<Shape<'CourseCard'>, 'starts_at' | 'ends_at'> & { start_date: string | null; end_date: string | null };

/** A course as learners see it in lists, for `toCard`. For queries that read `courses`. */
export const courseCard = sql<StoredCard>`json_build_object('id', courses.id, 'title', courses.title, 'slug', courses.slug,
  'thumbnail_url', courses.thumbnail_url, 'language', courses.language, 'level', courses.level, 'grade_level', courses.grade_level,
  'category', courses.category_id, 'estimated_duration_minutes', courses.estimated_duration_minutes, 'landing_title', courses.landing_title,
  'timezone', courses.timezone, 'start_date', courses.start_date, 'end_date', courses.end_date)`;

export const toCard = ({ start_date, end_date, ...card }: StoredCard): Shape<'CourseCard'> => ({
  ...card,
  ...courseMoments({ timezone: card.timezone, start_date, end_date }),
});

/** The storage key of the course's selected hero image, or null if there is none. For queries that read `courses`. */
export const heroKey = sql<string | null>`(select o.storage_key from hero_images h
  join storage_objects o on o.organisation_id = h.organisation_id and o.id = h.object_id
  where h.organisation_id = courses.organisation_id and h.course_id = courses.id and h.is_selected)`;
