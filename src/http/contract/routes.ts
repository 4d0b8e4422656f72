import type { OpenAPIV3_1 } from 'openapi-types';

type Document = OpenAPIV3_1.Document;
type Item = OpenAPIV3_1.PathItemObject;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Returns what routing needs of the contract: its paths with the id and the credentials of each operation, and whether it has a body. openapi-backend
 * keeps the document that it is given, and a copy without references; with all schemas, examples and texts, these would occupy 20 MB.
 */
export function routesOf({ openapi, info, security, paths = {}, components }: Document): Document {
  const routes = Object.entries(paths).map(([path, item = {}]): [string, Item] => [path, routesOfPath(item)]);
  const { securitySchemes } = components ?? {};
  return { openapi, info, ...(security && { security }), paths: Object.fromEntries(routes), ...(securitySchemes && { components: { securitySchemes } }) };
}

function routesOfPath(item: Item): Item {
  const routes: Item = {};
  for (const method of METHODS) {
    const { operationId, security, requestBody } = item[method] ?? {};
    if (operationId) routes[method] = { operationId, ...(security && { security }), ...(requestBody && { requestBody: { content: {} } }), responses: {} };
  }
  return routes;
}
