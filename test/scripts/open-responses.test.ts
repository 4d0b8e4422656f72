import responses from '../../generated/response-validators.cjs';
import { eventsOf, operationsOf, schemasByUse } from '../../scripts/contract/document.ts';
import { CONTRACT } from '../support/app.ts';

const contract = JSON.parse(CONTRACT);

test('responses and events are published open to new members', () => {
  const named = [...schemasByUse(contract).responses].map((name) => contract.components.schemas[name]);
  const inline = [...operationsOf(contract).map(({ operation }) => operation.responses), ...eventsOf(contract)];
  expect(named.length).toBeGreaterThan(100);
  expect(JSON.stringify([named, inline])).not.toContain('"additionalProperties":false');
});

test('the validators of responses refuse members that the contract does not describe, at every depth', () => {
  const faults = (body: unknown) => {
    responses.response_listAgentCourses_200(body);
    return responses.response_listAgentCourses_200.errors ?? [];
  };
  const body = { extra: 1, results: [{ extra: 1 }] };
  expect(faults(body)).toEqual(
    expect.arrayContaining(['', '/results/0'].map((instancePath) => expect.objectContaining({ instancePath, params: { additionalProperty: 'extra' } }))),
  );
});
