import { type RawBuilder, sql } from 'kysely';

const SUFFIX = ' (copy)';
const LONGEST_TITLE = 200;

/** The title of a copy: the `title` of the row at hand and ` (copy)`, the former cut where both are too long together. */
export const copyTitle = (): RawBuilder<string> => sql<string>`left(title, ${LONGEST_TITLE - SUFFIX.length}) || ${SUFFIX}`;
