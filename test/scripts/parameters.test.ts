import { complete } from '../../scripts/contract/complete.ts';
import { findOperation, operationsOf, readContract } from '../../scripts/contract/document.ts';

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
