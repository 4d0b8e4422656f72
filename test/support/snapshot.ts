import type { TestDatabase } from './database.ts';

/** The rows of the service's tables at one moment, which can be put back. */
export class Snapshot {
  readonly #database: TestDatabase;

  private constructor(database: TestDatabase) {
    this.#database = database;
  }

  /** @param except tables that are left as they are */
  static async take(database: TestDatabase, except: readonly string[]): Promise<Snapshot> {
    // While the rows are put back, no trigger runs and no foreign key is checked. Only a superuser may say so.
    await database.fill(`
      create schema snapshot;
      create table snapshot.written (table_name name);
      create function snapshot.note_write() returns trigger language plpgsql as $$
        begin
          insert into snapshot.written values (tg_table_name);
          return null;
        end $$;
      create table snapshot.columns as
        select c.relname as table_name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ('{${except}}')
        group by c.relname;
      do $$
        declare one record;
        begin
          for one in select * from snapshot.columns loop
            execute format('create table snapshot.%I as select %s from public.%I', 'of_' || one.table_name, one.columns, one.table_name);
            execute format('create trigger note_write after insert or update or delete on public.%I execute function snapshot.note_write()', one.table_name);
          end loop;
        end $$;
      create procedure snapshot.restore() language plpgsql set session_replication_role = replica as $$
        declare one record;
        begin
          for one in with written as (delete from snapshot.written returning table_name)
              select * from snapshot.columns where table_name in (select table_name from written) loop
            execute format('delete from public.%I', one.table_name);
            execute format('insert into public.%I (%s) overriding system value select * from snapshot.%I', one.table_name, one.columns, 'of_' || one.table_name);
          end loop;
        end $$;
      create function snapshot.digest(columns text, place text, no_content text[]) returns text language plpgsql as $$
        declare found text;
        begin
          execute format($digest$
            select md5(coalesce(string_agg(row, ',' order by row), '')) from (select (to_jsonb(t) - $1)::text as row from (select %s from %s) t) rows
          $digest$, columns, place) into found using no_content;
          return found;
        end $$;
      create function snapshot.rows_with(wanted text) returns integer language plpgsql as $$
        declare one record; found integer; total integer := 0;
        begin
          for one in select relname from pg_class
              where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
                and (relname in (select table_name from snapshot.written) or relname not in (select table_name from snapshot.columns)) loop
            execute format('select count(*) from public.%I t where strpos(to_jsonb(t)::text, $1) > 0', one.relname) into found using wanted;
            total := total + found;
          end loop;
          return total;
        end $$;
      create function snapshot.state(no_content text[], except_tables name[]) returns table (name text, state text) language plpgsql as $$
        declare one record;
        begin
          for one in select * from snapshot.columns where table_name in (select table_name from snapshot.written) loop
            name := one.table_name;
            state := snapshot.digest(one.columns, format('public.%I', one.table_name), no_content);
            if state <> snapshot.digest(one.columns, format('snapshot.%I', 'of_' || one.table_name), no_content) then return next; end if;
          end loop;
          for one in select relname from pg_class
              where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all (except_tables)
                and relname not in (select table_name from snapshot.columns) loop
            name := one.relname;
            execute format('select format(''%%s rows, the newest of %%s'', count(*), max(xmin::text::bigint)) from public.%I', one.relname) into state;
            return next;
          end loop;
        end $$;`);
    return new Snapshot(database);
  }

  /**
   * Describes what the tables contain: two descriptions are equal if and only if nothing has changed in between. Only tables that were written since they
   * were put back are read whole. Of tables that are not put back, the newest change counts, because they grow.
   * @param noContent columns that do not count
   * @param except tables that do not count
   */
  async state(noContent: readonly string[], except: readonly string[]): Promise<string> {
    const { rows } = await this.#database.pool.query<{ name: string; state: string }>({
      name: 'state',
      text: 'select * from snapshot.state($1, $2) order by name',
      values: [noContent, except],
    });
    return rows.map(({ name, state }) => `${name} ${state}`).join('\n');
  }

  /** Returns the number of rows, in all tables, that contain a text which the snapshot does not contain. Only tables that were written are searched. */
  async rowsWith(text: string): Promise<number> {
    const { rows } = await this.#database.pool.query<{ count: number }>({ name: 'rows_with', text: 'select snapshot.rows_with($1) as count', values: [text] });
    return rows[0]?.count ?? 0;
  }

  async restore(): Promise<void> {
    await this.#database.withoutTriggers('call snapshot.restore()');
  }
}
