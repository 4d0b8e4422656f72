import { loadModule, parseSync } from 'libpg-query';
import type { DistributionPlan } from '../distribution.ts';

type Tree = { [member: string]: unknown };

/** Something that the organisation can be read from: a column of a relation, or a parameter. */
class Origin {
  readonly what: string;
  #parent: Origin | undefined;

  constructor(what: string) {
    this.what = what;
  }

  get root(): Origin {
    return this.#parent?.root ?? this;
  }

  join(other: Origin): void {
    const { root } = this;
    if (root !== other.root) root.#parent = other.root;
  }
}

/** What a relation in FROM offers: the columns that hold the organisation. */
interface Relation {
  columnOf(name: string): Origin | null;
  /** By its place among the columns of a query. */
  columnAt?(place: number): Origin | null;
}

/** The relations that a part of a statement can name. */
class Scope {
  readonly relations = new Map<string, Relation>();
  readonly ctes = new Map<string, Relation>();
  /** The tables among the relations. */
  readonly tables = new Map<string, string>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  cte(name: string): Relation | undefined {
    return this.ctes.get(name) ?? this.#outer?.cte(name);
  }

  column(fields: readonly string[]): Origin | null {
    const [name, column] = fields.length > 1 ? fields.slice(-2) : [undefined, fields[0]];
    const found =
      name === undefined
        ? [...this.relations.values()].map((relation) => relation.columnOf(column ?? '')).find(Boolean)
        : this.relations.get(name)?.columnOf(column ?? '');
    return found ?? this.#outer?.column(fields) ?? null;
  }
}

const ORGANISATION = 'organisation_id';
const ROWS_OF_TABLE = /jsonb?_populate_record/;
const NOTHING: Relation = { columnOf: () => null };

const listOf = (value: unknown): Tree[] => (Array.isArray(value) ? (value as Tree[]) : value ? [value as Tree] : []);
const textOf = (node: unknown): string => ((node as Tree | undefined)?.String as { sval?: string } | undefined)?.sval ?? '';
/** The kind of a node, and its members. */
const kindOf = (node: Tree): [string, Tree] => Object.entries(node)[0] as [string, Tree];

/** Must have been awaited before statements are judged. */
export const parserReady = loadModule;

/**
 * Returns why a statement could not be run on tables that are spread by organisation, as Citus runs it: the spread tables that it reads together must be
 * joined by their organisation, or each be bound to one by a value; values are taken to be the same organisation, because a caller has only one.
 */
export function spreadFaults(text: string, plan: Pick<DistributionPlan, 'reference' | 'local'>, tables: ReadonlySet<string>): string[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => new Judge(plan, tables).faultsOf(stmt as Tree));
}

class Judge {
  readonly #plan: Pick<DistributionPlan, 'reference' | 'local'>;
  readonly #tables: ReadonlySet<string>;
  readonly #spread: { table: string; origin: Origin }[] = [];
  readonly #local = new Set<string>();
  readonly #value = new Origin('a value');
  readonly #subqueries = new Map<Tree, Relation>();
  readonly #locked = new Set<string>();
  readonly #faults: string[] = [];

  constructor(plan: Pick<DistributionPlan, 'reference' | 'local'>, tables: ReadonlySet<string>) {
    this.#plan = plan;
    this.#tables = tables;
  }

  faultsOf(statement: Tree): string[] {
    const [kind, node] = kindOf(statement);
    this.#query(statement, new Scope());
    const [first, ...others] = this.#spread;
    if (!first) return this.#faults;
    const apart = others.filter(({ origin }) => origin.root !== first.origin.root);
    if (apart.length)
      this.#faults.push(
        `${names(apart.map(({ table }) => table))} and ${names(this.#spread.filter(({ origin }) => origin.root === first.origin.root).map(({ table }) => table))} are not joined by ${ORGANISATION}`,
      );
    if (this.#local.size)
      this.#faults.push(`${names([...this.#local])} stays on one machine, but is read together with ${names(this.#spread.map(({ table }) => table))}`);
    const target = ((node.relation as Tree | undefined)?.relname as string | undefined) ?? '';
    if (['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(kind) && Object.hasOwn(this.#plan.reference, target))
      this.#faults.push(`${target} has a copy on every machine, and is changed by what is read from ${names(this.#spread.map(({ table }) => table))}`);
    const locked = this.#spread.filter(({ table, origin }) => this.#locked.has(table) && origin.root !== this.#value.root);
    if (locked.length) this.#faults.push(`locks rows of ${names(locked.map(({ table }) => table))} without naming one organisation`);
    return this.#faults;
  }

  /** Visits a statement, and returns what its rows offer. */
  #query(statement: Tree, outer: Scope): Relation {
    const [kind, node] = kindOf(statement);
    const scope = new Scope(outer);
    for (const cte of listOf((node.withClause as Tree | undefined)?.ctes))
      this.#cte(cte.CommonTableExpr as Tree, scope, (node.withClause as Tree).recursive === true);
    switch (kind) {
      case 'SelectStmt':
        return this.#select(node, scope);
      case 'InsertStmt':
        return this.#insert(node, scope);
      case 'UpdateStmt':
      case 'DeleteStmt': {
        this.#relation({ RangeVar: node.relation } as Tree, scope);
        for (const item of [...listOf(node.fromClause), ...listOf(node.usingClause)]) this.#relation(item, scope);
        this.#condition(node.whereClause as Tree | undefined, scope);
        for (const item of listOf(node.targetList)) this.#expression(item, scope);
        return this.#outputs(listOf(node.returningList ?? (node.returningClause as Tree | undefined)?.exprs), scope);
      }
      case 'MergeStmt': {
        this.#relation({ RangeVar: node.relation } as Tree, scope);
        this.#relation(node.sourceRelation as Tree, scope);
        this.#condition(node.joinCondition as Tree, scope);
        this.#expression(node.mergeWhenClauses, scope);
        return this.#outputs(listOf(node.returningList ?? (node.returningClause as Tree | undefined)?.exprs), scope);
      }
      default:
        return NOTHING;
    }
  }

  #cte(cte: Tree, scope: Scope, isRecursive: boolean): void {
    const name = cte.ctename as string;
    // The recursive part reads what the first part gave.
    let first: Relation = NOTHING;
    if (isRecursive) scope.ctes.set(name, { columnOf: (column) => first.columnOf(column) });
    const [, query] = kindOf(cte.ctequery as Tree);
    if (isRecursive && query.larg) first = renamed(this.#query({ SelectStmt: query.larg } as Tree, scope), cte.aliascolnames);
    scope.ctes.set(name, renamed(this.#query(cte.ctequery as Tree, scope), cte.aliascolnames));
  }

  #select(node: Tree, scope: Scope): Relation {
    if (node.larg && node.rarg) {
      const left = this.#query({ SelectStmt: node.larg } as Tree, scope);
      const right = this.#query({ SelectStmt: node.rarg } as Tree, scope);
      // The first query names the columns of all.
      const both = (one: Origin | null | undefined, other: Origin | null | undefined): Origin | null => {
        if (one && other) one.join(other);
        return one && other ? one : null;
      };
      return {
        columnOf: (name) => both(left.columnOf(name), right.columnOf(name)),
        columnAt: (place) => both(left.columnAt?.(place), right.columnAt?.(place)),
      };
    }
    for (const item of listOf(node.fromClause)) this.#relation(item, scope);
    for (const { LockingClause } of listOf(node.lockingClause) as { LockingClause: Tree }[]) {
      const locked = listOf(LockingClause.lockedRels).map((relation) => (relation.RangeVar as Tree).relname as string);
      for (const [name, table] of scope.tables) if (!locked.length || locked.includes(name)) this.#locked.add(table);
    }
    this.#condition(node.whereClause as Tree | undefined, scope);
    for (const part of [
      'targetList',
      'groupClause',
      'havingClause',
      'sortClause',
      'windowClause',
      'distinctClause',
      'limitCount',
      'limitOffset',
      'valuesLists',
    ])
      this.#expression(node[part], scope);
    if (node.valuesLists) {
      const [row] = listOf(node.valuesLists);
      const values = listOf((row?.List as Tree | undefined)?.items);
      return { columnOf: () => null, columnAt: (place) => this.#origin(values[place], scope) };
    }
    return this.#outputs(listOf(node.targetList), scope);
  }

  #insert(node: Tree, scope: Scope): Relation {
    const { relname } = node.relation as { relname: string };
    const before = this.#spread.length;
    this.#relation({ RangeVar: node.relation } as Tree, scope);
    const target = this.#spread[before]?.origin;
    const inner = new Scope(scope);
    const place = listOf(node.cols).findIndex((column) => (column.ResTarget as Tree).name === ORGANISATION);
    const select = (node.selectStmt as Tree | undefined)?.SelectStmt as Tree | undefined;
    if (select) {
      const rows = this.#query({ SelectStmt: select } as Tree, inner);
      if (target && place >= 0) {
        const given = rows.columnAt?.(place);
        if (given) target.join(given);
        else this.#faults.push(`the organisation of the new rows of ${relname} cannot be seen to be that of the rows they are made from`);
      }
    }
    const conflict = node.onConflictClause as Tree | undefined;
    scope.relations.set('excluded', scope.relations.values().next().value as Relation);
    this.#condition(conflict?.whereClause as Tree | undefined, scope);
    this.#expression(conflict?.targetList, scope);
    return this.#outputs(listOf(node.returningList ?? (node.returningClause as Tree | undefined)?.exprs), scope);
  }

  #outputs(targets: readonly Tree[], scope: Scope): Relation {
    const columns = new Map<string, Origin | null>();
    const places: (Origin | null)[] = [];
    const whole: (() => Relation[])[] = [];
    for (const { ResTarget } of targets as { ResTarget: Tree }[]) {
      const fields = fieldsOf(ResTarget?.val as Tree | undefined);
      if (fields?.isStar) whole.push(() => (fields.names.length ? [scope.relations.get(fields.names.at(-1) ?? '') ?? NOTHING] : [...scope.relations.values()]));
      else if (ResTarget) {
        const origin = this.#origin(ResTarget.val as Tree, scope);
        columns.set(nameOf(ResTarget), origin);
        places.push(origin);
      }
    }
    const columnOf = (name: string) =>
      columns.get(name) ??
      whole
        .flatMap((relations) => relations())
        .map((relation) => relation.columnOf(name))
        .find(Boolean) ??
      null;
    // Where all columns of something are taken, the organisation is looked for by its name.
    return { columnOf, columnAt: (place) => (whole.length ? columnOf(ORGANISATION) : (places[place] ?? null)) };
  }

  /** Adds what stands in FROM to the scope. */
  #relation(item: Tree, scope: Scope): void {
    const [kind, node] = kindOf(item);
    const alias = (node.alias as Tree | undefined)?.aliasname as string | undefined;
    const names = (node.alias as Tree | undefined)?.colnames;
    switch (kind) {
      case 'RangeVar': {
        const table = node.relname as string;
        const cte = node.schemaname ? undefined : scope.cte(table);
        scope.relations.set(alias ?? table, cte ? renamed(cte, names) : this.#table(table, node.schemaname as string | undefined));
        if (!cte) scope.tables.set(alias ?? table, table);
        return;
      }
      case 'RangeSubselect':
        scope.relations.set(alias ?? `query ${scope.relations.size}`, renamed(this.#query(node.subquery as Tree, scope), names));
        return;
      case 'RangeFunction': {
        this.#expression(node.functions, scope);
        // The rows are values that were given, or come out of one row. Functions that return rows of a table have all of its columns.
        const columns = [...listOf(names).map(textOf), ...listOf(node.coldeflist).map((column) => (column.ColumnDef as Tree).colname as string)];
        const has = (name: string) => (columns.length ? columns.includes(name) : name === ORGANISATION && ROWS_OF_TABLE.test(JSON.stringify(node.functions)));
        scope.relations.set(alias ?? `function ${scope.relations.size}`, { columnOf: (name) => (has(name) ? this.#value : null) });
        return;
      }
      case 'JoinExpr': {
        const before = new Set(scope.relations.keys());
        this.#relation(node.larg as Tree, scope);
        const left = new Set([...scope.relations.keys()].filter((name) => !before.has(name)));
        this.#relation(node.rarg as Tree, scope);
        const right = [...scope.relations.keys()].filter((name) => !before.has(name) && !left.has(name));
        this.#condition(node.quals as Tree | undefined, scope);
        for (const column of listOf(node.usingClause).map(textOf)) {
          const columnIn = (side: Iterable<string>) => [...side].map((name) => scope.relations.get(name)?.columnOf(column)).find(Boolean);
          const [one, other] = [columnIn(left), columnIn(right)];
          if (one && other) one.join(other);
        }
        return;
      }
      default:
        this.#expression(item, scope);
    }
  }

  #table(table: string, schema: string | undefined): Relation {
    if (schema && schema !== 'public') return NOTHING;
    if (!this.#tables.has(table)) return NOTHING;
    const origin = new Origin(table);
    if (Object.hasOwn(this.#plan.local, table)) this.#local.add(table);
    else if (!Object.hasOwn(this.#plan.reference, table)) this.#spread.push({ table, origin });
    const column = table === 'organisations' ? 'id' : ORGANISATION;
    return { columnOf: (name) => (name === column ? origin : null) };
  }

  /** Notes which organisations are the same if the condition holds, and visits the queries in it. */
  #condition(node: Tree | undefined, scope: Scope): void {
    if (!node) return;
    const [kind, inner] = kindOf(node);
    if (kind === 'BoolExpr' && inner.boolop === 'AND_EXPR') {
      for (const part of listOf(inner.args)) this.#condition(part, scope);
      return;
    }
    if (kind === 'A_Expr' && listOf(inner.name).map(textOf).join('') === '=' && ['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(inner.kind as string))
      this.#same(inner.lexpr as Tree, inner.rexpr as Tree, scope);
    if (kind === 'SubLink' && inner.subLinkType === 'ANY_SUBLINK' && inner.testexpr) {
      const rows = this.#subquery(inner.subselect as Tree, scope);
      this.#expression(inner.testexpr, scope);
      for (const [place, part] of partsOf(inner.testexpr as Tree).entries()) {
        const [one, other] = [this.#origin(part, scope), rows.columnAt?.(place)];
        if (one && other) one.join(other);
      }
      return;
    }
    this.#expression(node, scope);
  }

  #same(left: Tree, right: Tree, scope: Scope): void {
    const [ones, others] = [partsOf(left), partsOf(right)];
    for (const [place, part] of ones.entries()) {
      const [one, other] = [this.#origin(part, scope), this.#origin(others[place] ?? others[0], scope)];
      if (one && other) one.join(other);
    }
  }

  /** Where the value of an expression comes from, if it is an organisation or given. */
  #origin(node: Tree | undefined, scope: Scope): Origin | null {
    if (!node || !Object.keys(node).length) return null;
    const [kind, inner] = kindOf(node);
    switch (kind) {
      case 'ColumnRef':
        return scope.column(fieldsOf(node)?.names ?? []);
      case 'ParamRef':
      case 'A_Const':
      case 'A_ArrayExpr':
      case 'List':
        return this.#value;
      case 'TypeCast':
        return this.#origin(inner.arg as Tree, scope);
      case 'SubLink': {
        if (inner.subLinkType !== 'EXPR_SUBLINK') return null;
        return this.#subquery(inner.subselect as Tree, scope).columnAt?.(0) ?? null;
      }
      default:
        return null;
    }
  }

  /** An expression is visited once for its queries, and may be asked again where its value comes from. */
  #subquery(select: Tree, scope: Scope): Relation {
    const rows = this.#subqueries.get(select) ?? this.#query(select, scope);
    this.#subqueries.set(select, rows);
    return rows;
  }

  /** Visits every query in an expression. */
  #expression(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const item of value) this.#expression(item, scope);
    else if (value && typeof value === 'object') {
      const node = value as Tree;
      if (node.SubLink) {
        const { testexpr, subselect } = node.SubLink as Tree;
        this.#expression(testexpr, scope);
        this.#subquery(subselect as Tree, scope);
      } else for (const member of Object.values(node)) this.#expression(member, scope);
    }
  }
}

const names = (tables: readonly string[]): string => [...new Set(tables)].join(', ');

const partsOf = (node: Tree | undefined): Tree[] => (node?.RowExpr ? listOf((node.RowExpr as Tree).args) : node ? [node] : []);

function fieldsOf(node: Tree | undefined): { names: string[]; isStar: boolean } | null {
  if (!node?.ColumnRef) return null;
  const fields = listOf((node.ColumnRef as Tree).fields);
  return { names: fields.map(textOf).filter(Boolean), isStar: fields.some((field) => 'A_Star' in field) };
}

/** The name that PostgreSQL gives to a column of a result. */
function nameOf({ name, val }: Tree): string {
  if (name) return name as string;
  const value = (val as Tree | undefined)?.TypeCast ? ((val as Tree).TypeCast as Tree).arg : val;
  return fieldsOf(value as Tree | undefined)?.names.at(-1) ?? '?column?';
}

/** The relation with other names of its columns, as in `x (a, b)`. */
function renamed(relation: Relation, columns: unknown): Relation {
  const given = listOf(columns).map(textOf);
  if (!given.length) return relation;
  return { ...relation, columnOf: (name) => (given.includes(name) ? (relation.columnAt?.(given.indexOf(name)) ?? null) : relation.columnOf(name)) };
}
