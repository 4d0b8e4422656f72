import { type ContractOperation, type Document, type METHODS, operationsOf } from '../contract/document.ts';

/** Resources in an area, as in a real API: areas share the first segments of their paths. */
const RESOURCES_PER_AREA = 6;

const ONE_RESOURCE: [string, (typeof METHODS)[number][]][] = [
  ['', ['get', 'post']],
  ['{id}/', ['get', 'put', 'patch', 'delete']],
  ['{id}/publish/', ['post']],
  ['summary/', ['get']],
  ['{parent_pk}/items/', ['get', 'post']],
  ['{parent_pk}/items/{id}/', ['get', 'patch', 'delete']],
  ['{parent_pk}/items/{item_pk}/notes/{id}/', ['get', 'delete']],
];

/**
 * The real contract's components, with `count` operations that are copies of its own under other paths. Request bodies stand under
 * another name: they are walked at the start like the real ones, but no validators are generated for them.
 */
export function syntheticContract(real: Document, count: number): Document {
  const models = operationsOf(real);
  const paths: Record<string, Record<string, unknown>> = {};
  for (let made = 0, resource = 0; made < count; resource++) {
    const base = `/api/v1/area-${Math.floor(resource / RESOURCES_PER_AREA)}/things-${resource}/`;
    for (const [rest, methods] of ONE_RESOURCE) {
      for (const method of methods) {
        if (made === count) break;
        const ofMethod = models.filter((model) => model.method === method);
        const { requestBody, ...model } = structuredClone(ofMethod[made % ofMethod.length]?.operation) as ContractOperation;
        paths[base + rest] = { ...paths[base + rest], [method]: { ...model, operationId: `operation${made}`, 'x-request-body': requestBody } };
        made++;
      }
    }
  }
  return { ...real, paths } as Document;
}
