import { OpenAPIRouter } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { routesOf } from '../../scripts/contract/routes.ts';
import { CONTRACT } from '../support/app.ts';

type Document = OpenAPIV3_1.Document;

const contract = JSON.parse(CONTRACT) as Document;

const operationsOf = (definition: Document) =>
  new OpenAPIRouter<Document>({ definition, ignoreTrailingSlashes: false })
    .getOperations()
    .map(({ operationId, method, path, security, requestBody }) => ({ operationId, method, path, security, hasBody: requestBody !== undefined }));

test('the routes have the path, the method, the credentials and the body of every operation of the contract', () => {
  expect(operationsOf(routesOf(contract))).toEqual(operationsOf(contract));
});

test('the routes keep no schema and no text of the contract', () => {
  expect(JSON.stringify(routesOf(contract).paths)).not.toMatch(/"(schema|description|example|examples|parameters)"/);
});
