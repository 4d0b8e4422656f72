import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

type Row = Record<string, unknown>;

/** A title that follows an id in the rows of the export. */
interface Title {
  id: string;
  name: string;
  /** Query for the titles of the objects in `wanted`, which has the columns `organisation_id` and `id`. */
  query: RawBuilder<{ id: string; title: string }>;
}

const TITLES: readonly Title[] = [
  { id: 'organisation_id', name: 'organisation_name', query: sql`select id, name as title from organisations join wanted using (id)` },
  { id: 'course_id', name: 'course_title', query: sql`select id, title from courses join wanted using (organisation_id, id)` },
  { id: 'lesson_id', name: 'lesson_title', query: sql`select id, title from lessons join wanted using (organisation_id, id)` },
  {
    id: 'enrollment_id',
    name: 'course_title',
    query: sql`select e.id, c.title from enrollments e join wanted using (organisation_id, id)
      join courses c on c.organisation_id = e.organisation_id and c.id = e.course_id`,
  },
];

/** Adds the titles of organisations, courses, lessons and enrolments to rows of the export, each after its id. */
export async function withTitles(db: Executor, rows: readonly Row[]): Promise<Row[]> {
  const found = await Promise.all(TITLES.map(async (title) => ({ ...title, titles: await titlesOf(db, title, rows) })));
  return rows.map((row) => {
    const entries = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
      const title = found.find(({ id }) => id === column);
      const isOmitted = title === undefined || (column === 'enrollment_id' && 'course_id' in row);
      const more: [string, unknown][] = isOmitted ? [] : [[title.name, title.titles.get(value as string) ?? null]];
      return [[column, value], ...more];
    });
    return Object.fromEntries(entries);
  });
}

async function titlesOf(db: Executor, { id, query }: Title, rows: readonly Row[]): Promise<Map<string, string>> {
  const wanted = new Map(rows.flatMap((row) => (typeof row[id] === 'string' ? [[row[id], row.organisation_id]] : [])));
  if (wanted.size === 0) return new Map();
  const pairs = sql`unnest(${[...wanted.values()]}::uuid[], ${[...wanted.keys()]}::uuid[])`;
  const { rows: titles } = await sql<{ id: string; title: string }>`with wanted (organisation_id, id) as (select * from ${pairs}) ${query}`.execute(db);
  return new Map(titles.map((one) => [one.id, one.title]));
}
