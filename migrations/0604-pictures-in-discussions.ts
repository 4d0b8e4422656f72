import { type Kysely, sql } from 'kysely';
import { linkPictures } from '../src/domain/community/discussions/pictures.ts';
import { indexedText } from '../src/domain/community/discussions/text.ts';

interface Key {
  organisation_id: string;
  id: string;
}

interface Text {
  format: 'markdown' | 'html';
  body: string;
}

type Post = Key & Text & { course_id: string; title: string | null };

/** The number of texts that are read at once. */
const BATCH = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Pictures in discussions that came from elsewhere told its server who read a post. They become links, in the posts and in their earlier texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await linkAll<Post>(
    ({ organisation_id, id }) =>
      sql<Post>`select p.organisation_id, p.id, p.course_id, case when p.number = 0 then t.title end as title, p.format, p.body from discussion_posts p
        join discussion_topics t on t.organisation_id = p.organisation_id and t.id = p.topic_id
        where (p.organisation_id, p.id) > (${organisation_id}::uuid, ${id}::uuid) and ${MAY_HAVE_PICTURES} order by p.organisation_id, p.id limit ${BATCH}`.execute(
        db,
      ),
    ({ organisation_id, id, course_id, title, format }, body) => {
      const { excerpt, words } = indexedText(course_id, { format, body }, title);
      return sql`update discussion_posts set body = ${body}, excerpt = ${excerpt}, words = ${words}::text[]
        where organisation_id = ${organisation_id} and id = ${id}`.execute(db);
    },
  );
  await linkAll<Key & Text>(
    ({ organisation_id, id }) =>
      sql<Key & Text>`select organisation_id, id, format, body from discussion_edits
        where (organisation_id, id) > (${organisation_id}::uuid, ${id}::uuid) and ${MAY_HAVE_PICTURES} order by organisation_id, id limit ${BATCH}`.execute(db),
    ({ organisation_id, id }, body) => sql`update discussion_edits set body = ${body} where organisation_id = ${organisation_id} and id = ${id}`.execute(db),
  );
}

const MAY_HAVE_PICTURES = sql`case format when 'html' then body like '%<img%' else body ~ '!\\[|<' end`;

async function linkAll<Row extends Key & Text>(
  readAfter: (last: Key) => Promise<{ rows: Row[] }>,
  update: (row: Row, body: string) => Promise<unknown>,
): Promise<void> {
  for (let last: Key | undefined = { organisation_id: FIRST, id: FIRST }; last; ) {
    const { rows }: { rows: Row[] } = await readAfter(last);
    for (const row of rows) {
      const body = linkPictures(row);
      if (body !== row.body) await update(row, body);
    }
    last = rows.at(-1);
  }
}
