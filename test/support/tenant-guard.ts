import { readFileSync } from 'node:fs';
import {
  type ColumnNode,
  type KyselyPlugin,
  type OnNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type QueryId,
  type RootOperationNode,
  type TableNode,
  type WhereNode,
} from 'kysely';

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
    const seen = new Collector(node.kind === 'InsertQueryNode');
    seen.transformNode(node);
    const tables = [...seen.tables].filter((table) => TENANT_TABLES.has(table));
    if (tables.length && !seen.namesOrganisation) throw new Error(`a query on ${tables.join(', ')} does not name organisation_id`);
    return node;
  }

  async transformResult<T>({ result }: { result: T }): Promise<T> {
    return result;
  }
}

class Collector extends OperationNodeTransformer {
  readonly tables = new Set<string>();
  namesOrganisation = false;
  #counting: boolean;

  constructor(counting: boolean) {
    super();
    this.#counting = counting;
  }

  protected override transformTable(node: TableNode, id?: QueryId): TableNode {
    this.tables.add(node.table.identifier.name);
    return super.transformTable(node, id);
  }

  protected override transformColumn(node: ColumnNode, id?: QueryId): ColumnNode {
    if (this.#counting && node.column.name === 'organisation_id') this.namesOrganisation = true;
    return super.transformColumn(node, id);
  }

  protected override transformWhere(node: WhereNode, id?: QueryId): WhereNode {
    return this.#count(() => super.transformWhere(node, id));
  }

  protected override transformOn(node: OnNode, id?: QueryId): OnNode {
    return this.#count(() => super.transformOn(node, id));
  }

  #count<T>(visit: () => T): T {
    const before = this.#counting;
    this.#counting = true;
    const result = visit();
    this.#counting = before;
    return result;
  }
}
