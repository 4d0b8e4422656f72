import type { ServedDocument } from '../contract/contract-part.ts';

/** A schema, parameter, response or example of the contract. The reference only displays them. */
// biome-ignore lint/suspicious/noExplicitAny: what a document contains, whose form `make generate` has checked
export type Node = any;

export interface Shown {
  id: string;
  method: string;
  path: string;
  operation: Node;
  /** Whether the operation is an event, which the service sends to the endpoint of an organisation. */
  isEvent: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const resolve = (document: ServedDocument, node: Node): Node =>
  node?.$ref
    ? String(node.$ref)
        .slice('#/'.length)
        .split('/')
        .reduce<Node>((at, name) => at?.[name], document)
    : node;

export const nameOf = (node: Node): string | null => (node?.$ref ? String(node.$ref).slice(String(node.$ref).lastIndexOf('/') + 1) : null);

/** Returns the operations with a tag, or all operations, followed by the events. */
export function operationsOf({ paths, webhooks }: ServedDocument, tag?: string): Shown[] {
  const listed = (items: Node, isEvent: boolean): Shown[] =>
    Object.entries<Node>(items ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        if (!operation || (tag !== undefined && !operation.tags?.includes(tag))) return [];
        return [{ id: operation.operationId, method: method.toUpperCase(), path, operation, isEvent }];
      }),
    );
  return [...listed(paths, false), ...listed(webhooks, true)];
}

export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');

export const pathOf = (tag: string): string => `/docs/reference/${slugOf(tag)}`;

/** Returns the contract's example of a value. */
export function exampleOf(document: ServedDocument, media: Node): unknown {
  const [first] = Object.values<Node>(media?.examples ?? {});
  return first === undefined ? media?.example : resolve(document, first).value;
}
