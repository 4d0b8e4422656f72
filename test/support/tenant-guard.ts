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

/** Rows of these belong to one organisation. */
export const TENANT_TABLES = new Set([
  'courses',
  'chapters',
  'lessons',
  'enrollments',
  'audit_log',
  'idempotency_keys',
  'platform_subscriptions',
  'memberships',
  'course_touches',
  'course_learner_counts',
  'cohorts',
  'cohort_members',
  'lesson_progress',
  'quiz_attempts',
  'submissions',
  'submission_files',
  'learning_days',
  'storage_objects',
  'media',
  'documents',
  'hero_images',
  'storage_addons',
  'notification_settings',
  'organisation_domains',
  'webhook_endpoints',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
]);

/** Refuses a statement on a tenant table whose conditions or new rows do not name organisation_id. For tests: in production the rule costs nothing. */
export class TenantGuard implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    const seen = new Collector(node.kind === 'InsertQueryNode');
    seen.transformNode(node);
    const tables = [...seen.tables].filter((table) => TENANT_TABLES.has(table));
    if (tables.length && !seen.namesOrganisation && !isHousekeeping(node, tables))
      throw new Error(`a query on ${tables.join(', ')} does not name organisation_id`);
    return node;
  }

  async transformResult<T>({ result }: { result: T }): Promise<T> {
    return result;
  }
}

/** Old rows go by their age alone, whoever's they are. */
const isHousekeeping = (node: RootOperationNode, tables: string[]): boolean => node.kind === 'DeleteQueryNode' && tables.join() === 'idempotency_keys';

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
