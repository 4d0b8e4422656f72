import slugify from '@sindresorhus/slugify';
import { DatabaseError } from 'pg';
import type { Executor } from '../../../platform/database/connect.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { liveCourses } from './columns.ts';

/** Leaves room for a suffix within the 100 characters of a slug. */
const LONGEST_BASE = 90;

/** Returns the slug of a course with this title, if no other course uses it. */
export const slugOf = (title: string): string => slugify(title).slice(0, LONGEST_BASE).replace(/-$/, '') || 'course';

/**
 * Returns the first of `title`, `title-2`, `title-3` ... that no other course of the organisation uses. A title without any letter that can
 * be transliterated to Latin script gives `course`. Call this with the organisation locked so that nobody takes the slug in the meantime.
 */
export async function freeSlug(trx: Executor, organisationId: string, title: string, ownId?: string): Promise<string> {
  const base = slugOf(title);
  const rows = await liveCourses(trx, organisationId)
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .$if(ownId !== undefined, (query) => query.where('id', '<>', ownId as string))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

export const takenSlug = (): ValidationError =>
  new ValidationError([{ field: 'slug', code: 'taken', message: "Another of the organisation's courses has this slug." }]);

export const SLUG_CONSTRAINT = 'courses_slug';

/** Whether the database refused a course because another one has its slug. */
export const isTakenSlug = (error: unknown): boolean => error instanceof DatabaseError && error.constraint === SLUG_CONSTRAINT;
