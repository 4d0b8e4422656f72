import type { ClientBase } from 'pg';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Parent Relationship'?: string;
  Filter?: string;
  Plans?: Node[];
}

/** As many rows are said to be in every table. */
const ROWS = 1_000_000;

/**
 * Makes the planner believe that every table of an empty, migrated database is large. It reads the number of pages from the file, so each table gets one row,
 * for which constraints are dropped and default partitions detached: the database can be used for nothing else. IDs are as good as unique, and there are 1,000 organisations.
 */
export async function pretendLarge(client: ClientBase): Promise<void> {
  await client.query(`do $$
    declare
      item record;
    begin
      set local session_replication_role = replica;
      for item in select conrelid::regclass as name, conname from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace
          and conparentid = 0 and coninhcount = 0 loop
        execute format('alter table %s drop constraint %I', item.name, item.conname);
      end loop;
      for item in select inhparent::regclass as parent, inhrelid::regclass as name from pg_inherits join pg_class on pg_class.oid = inhrelid
          where pg_get_expr(relpartbound, inhrelid) = 'DEFAULT' loop
        execute format('alter table %s detach partition %s', item.parent, item.name);
      end loop;
      for item in
        select c.oid::regclass as name, string_agg(format('%I', attname), ', ') as columns, string_agg(
            case when typcategory = 'A' or typtype = 'm' then '''{}''' when typtype = 'r' then '''empty''' when typname = 'uuid' then 'overlay(gen_random_uuid()::text placing ''00000000'' from 1)' when typname in ('json', 'jsonb') then '''{}'''
              when typcategory = 'N' then '0' when typcategory = 'B' then 'false' when typcategory = 'D' then '''2020-01-01 00:00''' when typname = 'inet' then '''::1'''
              else '''1''' end || '::' || format_type(atttypid, null), ', ') as row
        from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'
        join pg_type t on t.oid = atttypid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%' group by c.oid
      loop
        execute format('insert into %1$s (%2$s) select %3$s where not exists (select from %1$s)', item.name, item.columns, item.row);
      end loop;
      for item in
        select c.oid::regclass as name, string_agg(format('alter column %I set (n_distinct = %s)', attname, case attname when 'organisation_id' then 1000 else -0.5 end), ', ')
          as settings, string_agg(format('%I', attname), ', ') as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and atttypid = 'uuid'::regtype
        where relnamespace = 'public'::regnamespace and relkind = 'r' group by c.oid
      loop
        execute format('alter table %s %s', item.name, item.settings);
        execute format('analyze %s (%s)', item.name, item.columns);
      end loop;
    end $$`);
  await client.query(`update pg_statistic set stanullfrac = 0.1 from pg_attribute where attrelid = starelid and attnum = staattnum and not attnotnull`);
  await client.query(`update pg_class set reltuples = ${ROWS}, relpages = greatest(1, pg_relation_size(oid) / 8192)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`);
  await client.query(`set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan;
    set jit = off; set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0`);
}

const PLANNED = /^\s*(?:select|insert|update|delete|merge|with|values)\b/i;

export interface WholeRead {
  table: string;
  /** The index that is read, if it is one. */
  index: string | null;
  /** What the plan does there. */
  how: string;
}

export interface Catalogue {
  /** The table and the first column of each index, and for that of a partition the name of the index of its table. */
  indexes: ReadonlyMap<string, { table: string; first: string; isOrdered: boolean; whole: string }>;
  /** The tables of partitions. */
  partitions: ReadonlyMap<string, string>;
}

export async function catalogueOf(client: ClientBase): Promise<Catalogue> {
  const { rows } = await client.query(`select i.relname as name, t.relname as table, pg_get_indexdef(i.oid, 1, true) as first, amname = 'btree' as "isOrdered",
      coalesce(inhparent::regclass::text, i.relname) as whole from pg_index join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid join pg_am on pg_am.oid = i.relam
    left join pg_inherits on inhrelid = i.oid
    where t.relnamespace = 'public'::regnamespace`);
  const { rows: children } = await client.query(`select inhrelid::regclass::text as name, inhparent::regclass::text as table from pg_inherits
    join pg_class on pg_class.oid = inhparent where relkind = 'p'`);
  return {
    indexes: new Map(rows.map(({ name, ...index }) => [name, index])),
    partitions: new Map(children.map(({ name, table }) => [name, table])),
  };
}

/** What a statement reads from end to end, however large it is, on a connection of `pretendLarge`. The planner avoids this if it can. */
export async function wholeReads(client: ClientBase, catalogue: Catalogue, sql: string): Promise<WholeRead[]> {
  if (!PLANNED.test(sql)) return [];
  const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  await client.query(`prepare judged as ${sql}`);
  try {
    const { rows } = await client.query(`explain (format json, costs off) execute judged ${count ? `(${Array(count).fill('null').join(', ')})` : ''}`);
    return readWhole(rows[0]['QUERY PLAN'][0].Plan, catalogue, false);
  } finally {
    await client.query('deallocate judged');
  }
}

/** Nodes that ask for no more rows than they are asked for themselves. */
const PASSING = new Set(['Limit', 'LockRows', 'Subquery Scan', 'Result', 'Append', 'Merge Append', 'Incremental Sort']);
/** A plan of its own within a node, whose rows the node does not hand on. */
const APART = new Set(['InitPlan', 'SubPlan']);

function readWhole(node: Node, catalogue: Catalogue, isLimited: boolean): WholeRead[] {
  const { 'Node Type': type, 'Index Name': index = null, Filter: filter, Plans = [] } = node;
  const known = index === null ? undefined : catalogue.indexes.get(index);
  const name = known?.table ?? node['Relation Name'];
  const table = name && (catalogue.partitions.get(name) ?? name);
  const isWhole = index === null ? type === 'Seq Scan' : known !== undefined && !isEntered(node['Index Cond'] ?? '', known);
  const what = [index && `the whole index ${index}`, node['Index Cond'] && `condition ${node['Index Cond']}`, filter && `filter ${filter}`];
  // A limit ends the scan, unless rows are passed over.
  const isShort = isLimited && !filter && !node['Index Cond'];
  const own = isWhole && table && !isShort ? [{ table, index: known?.whole ?? index, how: [type, ...what.filter(Boolean)].join(', ') }] : [];
  const passes = type === 'Limit' || (isLimited && PASSING.has(type));
  return [...own, ...Plans.flatMap((inner) => readWhole(inner, catalogue, passes && !APART.has(inner['Parent Relationship'] ?? '')))];
}

/** Without a condition on the first column, an ordered index is read from end to end, or once for each value of that column. */
const isEntered = (condition: string, { first, isOrdered }: { first: string; isOrdered: boolean }): boolean =>
  condition !== '' && (!isOrdered || condition.replaceAll('"', '').includes(first.replaceAll('"', '')));
