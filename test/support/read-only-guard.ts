import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely';

/** Rejects statements that a replica would reject, for operations with `x-stale`. */
export class ReadOnlyGuard implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'].includes(node.kind))
      throw new Error('an operation with x-stale must not write');
    if (node.kind === 'SelectQueryNode' && node.endModifiers?.length) throw new Error('an operation with x-stale must not lock rows');
    return node;
  }

  async transformResult<T>({ result }: { result: T }): Promise<T> {
    return result;
  }
}
