import responses from '../../generated/response-validators.cjs';
import { merged } from '../../scripts/contract/closed.ts';
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

test('an object of a response begins with its ID', () => {
  const { requests, responses } = schemasByUse(contract);
  const late = [...responses].filter((name) => {
    const names = Object.keys((merged(contract, contract.components.schemas[name]).properties as object | undefined) ?? {});
    // What others have defined begins with @context, and what authors write with its kind.
    return names.indexOf('id') > 0 && names[0] !== '@context' && !requests.has(name);
  });
  expect(late).toEqual([]);
});
