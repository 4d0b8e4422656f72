import { randomUUID } from 'node:crypto';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestApp } from './app.ts';

/** Texts by which one copy of a world differs from the next, beside the ids of its rows. */
type Texts = Readonly<Record<string, string>>;

/** What operations write at a clock that a test has moved further is not what they would write now. */
const MOST_MOVED_MS = 60_000;

/** Has a test begin now, however much time has passed for earlier ones of the file, so that its worlds are copied. */
export function beginNow({ clock }: TestApp): void {
  clock.time = Date.now();
}

const made = new Map<string, Kept>();

interface Kept {
  /** JSON of what `make` returned and of the rows. Where an id or a text of the world stands, its place among the ids or its name. */
  parts: (string | { name: string } | { place: number })[];
  ids: string[];
}

/** What a world is: an organisation, and what `make` says of it. */
interface Made {
  organisation: { id: string };
  /** Texts such as the account at the gateway. Rows in which one stands are of the world as well. */
  besides?: string[];
}

interface Copied<T> {
  result: T;
  /** By table. */
  rows: Record<string, object[]>;
  madeAt: string;
}

/**
 * Returns a world of its own: what `make` returns when it builds one organisation by the operations of the service. They are asked once by each worker. After
 * that, the rows of the organisation are written again in one statement, with other ids and texts, and with times that are as old as those of the first were.
 * A test whose clock or database is special gets a world that is made by the operations.
 * @param texts what is unique in the whole service and known before, such as a subdomain and the id of the user
 * @param make returns JSON, and makes no row outside the organisation
 */
export async function worldOf<T extends Made>(app: TestApp, name: string, texts: Texts, make: () => Promise<T>): Promise<T> {
  if (Math.abs(app.clock.now() - Date.now()) > MOST_MOVED_MS) return make();
  return partOf(app, name, texts, make, ({ organisation, besides = [] }) => [organisation.id, ...besides]);
}

/**
 * Returns a part of an organisation that is not shared, such as a course with a learner. Like `worldOf`, but copies the rows in which one of the ids of
 * `idsOf` stands, and nothing else. The name is that of one organisation alone, and times are as old as those of the first are.
 */
export async function partOf<T>({ database, idle }: TestApp, name: string, texts: Texts, make: () => Promise<T>, idsOf: (part: T) => string[]): Promise<T> {
  if (!database.copiesWorlds) return make();
  // What these jobs would have done is missing from what is made, and days in it stay those of today.
  const key = JSON.stringify([name, idle, new Date().toISOString().slice(0, 10)]);
  const kept = made.get(key);
  if (!kept) {
    const result = await make();
    made.set(key, await keep(database, result, idsOf(result), texts));
    return result;
  }
  const { result, rows, madeAt } = copyOf<T>(kept, texts);
  const written = await database.withoutTriggers<{ done: boolean }>({
    name: 'write_world',
    text: 'select test_template.write_world($1, $2) as done',
    values: [JSON.stringify(rows), madeAt],
  });
  return written[0]?.done ? result : make();
}

async function keep<T>({ pool }: TestApp['database'], result: T, of: string[], texts: Texts): Promise<Kept> {
  const { rows } = await pool.query<{ rows: Record<string, { id?: string }[]>; made_at: string }>(
    'select test_template.read_world($1) as rows, clock_timestamp()::text as made_at',
    [of],
  );
  const [{ rows: found, made_at: madeAt } = { rows: {}, made_at: '' }] = rows;
  const ids = Object.values(found)
    .flat()
    .flatMap(({ id }) => (typeof id === 'string' && id !== texts.user ? [id] : []))
    .sort();
  let parts: Kept['parts'] = [JSON.stringify({ result, rows: found, madeAt } satisfies Copied<T>)];
  const cut = (at: string, mark: Kept['parts'][number]) => {
    parts = parts.flatMap((part) => (typeof part === 'string' ? part.split(at).flatMap((piece, place) => (place === 0 ? piece : [mark, piece])) : part));
  };
  for (const [place, id] of ids.entries()) cut(id, { place });
  for (const [name, text] of Object.entries(texts)) cut(text, { name });
  return { parts, ids };
}

/** Returns a new id that tells as much as that: some tell no time, and those of the sandbox begin with what they are of. */
const alike = (id: string): string => (/^[a-z]+_/.exec(id)?.[0] ?? '') + (id[14] === '4' ? randomUUID() : newId());

function copyOf<T>(kept: Kept, texts: Texts): Copied<T> {
  const ids = kept.ids.map(alike);
  const text = kept.parts.map((part) => (typeof part === 'string' ? part : 'name' in part ? texts[part.name] : ids[part.place])).join('');
  return JSON.parse(text) as Copied<T>;
}

/**
 * Reads all rows in which the id of an organisation stands, or another text of its world, and writes such rows without triggers, so that what triggers
 * made is not made twice. Columns that the database computes are left to it. A snapshot must see what is written, so nothing is written beside one.
 */
export const WORLDS = `
  create table test_template.world_columns as
    select c.relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      string_agg(case when atttypid = 'timestamptz'::regtype then format('%1$I + $2', attname) else quote_ident(attname) end, ', ' order by attnum) as copies
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'sessions' group by c.relname;
  create function test_template.read_world(texts text[]) returns json language plpgsql as $read$
    declare one record; found json; worlds jsonb := '{}';
    begin
      for one in select * from test_template.world_columns loop
        execute format('select json_agg(to_jsonb(t)) from %I t where exists (select from unnest($1) own where strpos(to_jsonb(t)::text, own) > 0)', one.name)
          into found using texts;
        if found is not null then worlds := worlds || jsonb_build_object(one.name, found); end if;
      end loop;
      return worlds;
    end $read$;
  create function test_template.write_world(worlds json, made_at timestamptz) returns boolean language plpgsql set session_replication_role = replica as $write$
    declare one record;
    begin
      if to_regnamespace('snapshot') is not null then return false; end if;
      for one in select columns.*, rows from json_each(worlds) given (name, rows) join test_template.world_columns columns using (name) loop
        execute format('insert into %1$I (%2$s) select %3$s from json_populate_recordset(null::%1$I, $1)', one.name, one.columns, one.copies)
          using one.rows, clock_timestamp() - made_at;
      end loop;
      return true;
    end $write$;`;
