import responses from '../../generated/response-validators.cjs';
import { type ErrorResponse, operationsOf, readContract, resolve, type Schema } from '../../scripts/contract/document.ts';
import { codeFinder } from '../../scripts/contract/thrown-codes.ts';
import { PROBLEMS, type ProblemCode } from '../../src/http/problems.ts';

const contract = await readContract();
const validators = responses as unknown as Record<string, (body: unknown) => boolean>;

/** Every declared error of every operation. */
const errors = operationsOf(contract).flatMap(({ operation: { operationId, responses: declared = {} } }) =>
  Object.entries(declared)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => ({ operationId, status: Number(status), response: resolve(contract, response) as ErrorResponse })),
);
const mediaOf = ({ content }: ErrorResponse) => content?.['application/problem+json'];

test('every declared error lists its codes, and each code has the status of the error', () => {
  const wrong = errors.filter(
    ({ status, response: { 'x-codes': codes = [] } }) => !codes.length || codes.some((code) => PROBLEMS[code as ProblemCode].status !== status),
  );
  expect(errors.length).toBeGreaterThan(1000);
  expect(wrong).toEqual([]);
});

test('an error with one code says it as a constant', () => {
  const wrong = errors.filter(({ response }) => {
    const [code, ...others] = response['x-codes'] ?? [];
    const { properties = {} } = resolve(contract, mediaOf(response)?.schema ?? {}) as { properties?: Record<string, Schema> };
    return others.length === 0 && properties.code?.const !== code;
  });
  expect(wrong).toEqual([]);
});

test('a response with a code that its error does not list violates the contract', () => {
  const problem = (code: ProblemCode) => ({ type: `/problems/${code}`, title: 'x', status: PROBLEMS[code].status, detail: 'x', code, request_id: 'x' });
  const holds = (operation: string, code: ProblemCode, members: object = {}) =>
    validators[`response_${operation}_${PROBLEMS[code].status}`]?.({ ...problem(code), ...members });
  expect([holds('createApiKey', 'api_key_limit'), holds('createApiKey', 'permission_denied'), holds('createApiKey', 'payment_required')]).toEqual([
    true,
    true,
    false,
  ]);
  const named = { api_key_id: '01890000-0000-7000-8000-000000000000' };
  expect([holds('createApiKey', 'api_key_name_taken', named), holds('createApiKey', 'organisation_limit', named)]).toEqual([true, false]);
});

test('every example of an error conforms to its schema', () => {
  const wrong = errors.filter(({ operationId, status, response }) => {
    const example: unknown = mediaOf(response)?.example;
    return example !== undefined && !validators[`response_${operationId}_${status}`]?.(example);
  });
  expect(wrong).toEqual([]);
});

test('the codes of a handler are those that it throws through what it imports and takes from its input, without types and what it catches', () => {
  expect([...codeFinder()('test/fixtures/thrown-codes/handler.ts')].sort()).toEqual(['no_organisation', 'not_enrolled', 'not_found']);
});
