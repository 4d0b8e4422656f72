import { type RawBuilder, sql } from 'kysely';

const SUFFIX = ' (copy)';
const LONGEST_TITLE = 200;

/** The title of a copy: the `title` of the current row followed by ` (copy)`. The title is cut if the result would be too long. */
export const copyTitle = (): RawBuilder<string> => sql<string>`left(title, ${LONGEST_TITLE - SUFFIX.length}) || ${SUFFIX}`;
