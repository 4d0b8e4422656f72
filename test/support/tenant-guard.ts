import { readFileSync } from 'node:fs';
import type { ColumnNode, KyselyPlugin, PluginTransformQueryArgs, RootOperationNode, TableNode } from 'kysely';

/** Tables with organisation_id that are read across organisations, by a secret that identifies one row. This list may only shrink. */
export const EXEMPT = ['api_keys', 'credential_cards'];

const SCHEMA = readFileSync(new URL('../../generated/schema.sql', import.meta.url), 'utf8');

/** Tables whose rows belong to one organisation. */
export const TENANT_TABLES = new Set(
  SCHEMA.split(/^table /m)
    .filter((table) => /^ {2}organisation_id uuid not null$/m.test(table))
    .map((table) => table.split('\n', 1)[0] as string)
    .filter((table) => !EXEMPT.includes(table)),
);

/**
 * Rejects statements on tenant tables whose conditions or new rows do not name organisation_id. Used only in tests, so that it costs nothing in
 * production.
 */
export class TenantGuard implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    const found: Found = { tables: [], namesOrganisation: false };
    collect(node, node.kind === 'InsertQueryNode', found);
    const tables = found.tables.filter((table) => TENANT_TABLES.has(table));
    if (tables.length && !found.namesOrganisation) throw new Error(`a query on ${tables.join(', ')} does not name organisation_id`);
    return node;
  }

  async transformResult<T>({ result }: { result: T }): Promise<T> {
    return result;
  }
}

interface Found {
  tables: string[];
  /** Whether a condition, or the columns of new rows, name organisation_id. */
  namesOrganisation: boolean;
}

/** Walks the nodes of a query. The query builder's own way of doing so copies and freezes them, which costs as much as compiling the query. */
function collect(node: unknown, counts: boolean, found: Found): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) collect(one, counts, found);
    return;
  }
  const { kind, table, column } = node as { kind?: string; table: TableNode['table']; column: ColumnNode['column'] };
  if (kind === undefined || kind === 'ValueNode' || kind === 'PrimitiveValueListNode') return;
  if (kind === 'TableNode') found.tables.push(table.identifier.name);
  else if (kind === 'ColumnNode') found.namesOrganisation ||= counts && column.name === 'organisation_id';
  else for (const member of Object.values(node)) collect(member, counts || kind === 'WhereNode' || kind === 'OnNode', found);
}
