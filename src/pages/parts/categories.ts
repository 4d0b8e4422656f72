import type { Reader } from '../../domain/messages/language/reader.ts';

/** Names of the categories of courses, in the order of their IDs from 1. */
const NAMES = [
  'page.course.category.arts',
  'page.course.category.business',
  'page.course.category.computing',
  'page.course.category.engineering',
  'page.course.category.health',
  'page.course.category.humanities',
  'page.course.category.languages',
  'page.course.category.law',
  'page.course.category.lifestyle',
  'page.course.category.marketing',
  'page.course.category.mathematics',
  'page.course.category.music',
  'page.course.category.natural_sciences',
  'page.course.category.personal',
  'page.course.category.social_sciences',
  'page.course.category.sport',
  'page.course.category.teaching',
  'page.course.category.vocational',
] as const;

/** Returns the IDs of all categories with their names, in alphabetical order. */
export const categoriesFor = ({ say, language }: Reader): [string, string][] =>
  NAMES.map((key, index): [string, string] => [String(index + 1), say(key)]).sort(([, one], [, other]) => one.localeCompare(other, language));

/** Returns the name of a category, or null if the course has none. */
export function categoryName({ say }: Reader, id: number | null): string | null {
  const key = id === null ? undefined : NAMES[id - 1];
  return key ? say(key) : null;
}
