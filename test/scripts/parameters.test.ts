import { complete } from '../../scripts/contract/complete.ts';
import { findOperation, operationsOf, readContract, resolve } from '../../scripts/contract/document.ts';

test('no parameter is written out twice', async () => {
  const inline = operationsOf(await readContract()).flatMap(({ operation }) => (operation.parameters ?? []).filter((parameter) => !('$ref' in parameter)));
  const texts = inline.map((parameter) => JSON.stringify(parameter));
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test('a parameter that is written out in two operations, or named already, is replaced by a named one', async () => {
  const contract = await readContract();
  const [one, other] = [findOperation(contract, 'listPlans').operation, findOperation(contract, 'listTimeZones').operation];
  const parameter = { name: 'price_limit', in: 'query', description: 'Only cheap things.', schema: { type: 'integer', minimum: 0, maximum: 9 } } as const;
  one.parameters = [parameter, contract.components.parameters.Page as typeof parameter];
  other.parameters = [{ ...parameter }];
  complete(contract);
  expect(contract.components.parameters.CheapThingsLimit).toEqual(parameter);
  expect([one.parameters, other.parameters]).toEqual([
    [{ $ref: '#/components/parameters/CheapThingsLimit' }, { $ref: '#/components/parameters/Page' }],
    [{ $ref: '#/components/parameters/CheapThingsLimit' }],
  ]);
});

test('an operation names a period by from and to, unless the service description has other names', async () => {
  const contract = await readContract();
  const others = operationsOf(contract).flatMap(({ operation }) =>
    (operation.parameters ?? [])
      .map((parameter) => resolve(contract, parameter))
      .filter(({ name, deprecated }) => /^(since|until|start|end|after|before)(_\w+)?$/.test(name) && !deprecated)
      .map(({ name }) => `${operation.operationId} ${name}`),
  );
  // Copies of scans are kept up to date since a moment that the service has named.
  expect(others).toEqual(['listRecentScans since']);
});
