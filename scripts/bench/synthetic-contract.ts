import { type ContractOperation, type Document, type METHODS, operationsOf } from '../contract/document.ts';

/** Number of resources in an area. As in a real API, the resources of an area share the first segments of their paths. */
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
 * Returns a contract with the components of the real one and `count` operations, which are copies of the real ones under other paths. Request bodies
 * have another name: they are traversed at the start like the real ones, but there are no generated validators for them.
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
