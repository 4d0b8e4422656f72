import { parseSync } from 'libpg-query';

type Tree = { [member: string]: unknown };

const CHANGES: Readonly<Record<string, string>> = { UpdateStmt: 'update', DeleteStmt: 'delete', MergeStmt: 'merge', InsertStmt: 'insert' };

/**
 * Returns the tables of which two parts of one statement change rows that are there. PostgreSQL applies only one change to a row within a statement, and does
 * not say which. A mere insert, also one that does nothing on a conflict, changes no row that is there.
 */
export function changedTwice(text: string): string[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => {
    const changes = changesIn(stmt as Tree);
    const tables = [...new Set(changes.map(({ table }) => table))];
    return tables.flatMap((table) => {
      const how = changes.filter((change) => change.table === table).map((change) => change.how);
      return how.length > 1 ? [`${table} (${how.sort().join(', ')})`] : [];
    });
  });
}

function changesIn(value: unknown): { table: string; how: string }[] {
  if (Array.isArray(value)) return value.flatMap(changesIn);
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value as Tree).flatMap(([member, inner]) => {
    const how = CHANGES[member];
    const { relation, onConflictClause } = (inner ?? {}) as { relation?: { relname: string }; onConflictClause?: { action: string } };
    const isChange = how !== undefined && relation !== undefined && (how !== 'insert' || onConflictClause?.action === 'ONCONFLICT_UPDATE');
    return [...(isChange ? [{ table: relation.relname, how }] : []), ...changesIn(inner)];
  });
}
