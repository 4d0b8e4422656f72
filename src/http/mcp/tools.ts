import { toolList, toolRoutes } from '../../../generated/mcp-tools.ts';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import { permits, type Scopes } from '../../domain/identity/api-keys/scopes.ts';
import { Faults } from '../../domain/kernel/errors.ts';
import { textFaults } from '../../domain/kernel/text-faults.ts';
import { JsonText } from '../../platform/database/json.ts';
import { refuse } from '../answer.ts';
import type { AnswerCall } from '../contract/call.ts';
import type { OperationRow } from '../contract/operation-row.ts';
import type { CallInput } from '../contract/perform-call.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';
import { passOn } from './pass-on.ts';
import { type Arguments, failed, pageOf, succeeded, type ToolResult } from './tool-result.ts';
import type { ToolRoute, ToolRow } from './tool-row.ts';

/** The header for strict handling, which models get because they would not notice ignored input. */
const STRICT = { prefer: 'handling=strict' };
const LONGEST_ID = 200;
/** Returns the tools that a key with these scopes can use. */
export const toolsOf = (scopes: Scopes): readonly ToolRow[] =>
  toolList.filter(({ name }) => {
    const { scope }: OperationRow = operationTable[name as OperationId];
    return scope === null || permits(scopes, scope);
  });

export const isTool = (name: string): name is OperationId => Object.hasOwn(toolRoutes, name);

/** Calls the operation of a tool with the key of the request being handled. A refusal is returned as a result, so that the model can read it. */
export async function callTool(services: Services, answerCall: AnswerCall, name: OperationId, given: Arguments): Promise<ToolResult> {
  const exchange = currentExchange.getStore() as Exchange;
  const started = performance.now();
  const { status, body, problem, headers } = await callOf(name, given).then(
    (input) => answerCall(name, input),
    (error: unknown) => ({ status: 400, body: undefined, ...refuse(services, exchange, error) }),
  );
  passOn(headers);
  services.logger.info(
    {
      request_id: exchange.requestId,
      operation: name,
      organisation: exchange.key?.organisation.id,
      key: exchange.key?.id,
      status,
      code: problem?.code,
      ms: Math.round((performance.now() - started) * 100) / 100,
    },
    'tool call',
  );
  return problem ? failed(problem) : succeeded(pageOf(body instanceof JsonText ? body.toJSON() : body, given));
}

/**
 * Turns the arguments into the parts of a request, which the operation validates.
 * @throws ValidationError if an argument does not belong to any part
 */
async function callOf(name: OperationId, given: Arguments): Promise<CallInput> {
  const row: OperationRow = operationTable[name];
  const route = toolRoutes[name] as ToolRoute;
  const faults = new Faults();
  const path: Record<string, string> = {};
  for (const [argument, parameter] of Object.entries(route.path)) {
    const id = given[argument];
    if (typeof id === 'string' && id !== '' && id.length <= LONGEST_ID && id.isWellFormed()) path[parameter] = id;
    else if (id === undefined) faults.add(argument, ...REQUIRED);
    else faults.add(argument, 'type', `Must be text of 1 to ${LONGEST_ID} characters.`);
  }
  const query: Record<string, string> = {};
  for (const parameter of route.query) if (given[parameter] !== undefined && given[parameter] !== null) query[parameter] = textOf(given[parameter]);
  const { body, idempotency_key: idempotencyKey } = given;
  if (row.body && body === undefined) faults.add('body', ...REQUIRED);
  const known = new Set([...Object.keys(route.path), ...route.query, ...(row.body ? ['body'] : []), ...(row.idempotent ? ['idempotency_key'] : [])]);
  for (const argument of Object.keys(given)) if (!known.has(argument)) faults.add(argument.slice(0, 100).toWellFormed(), 'unknown_field', 'Unknown field.');
  faults.check();
  return {
    path,
    query,
    body: body as NonNullable<CallInput['body']>,
    headers: { ...STRICT, 'idempotency-key': idempotencyKey === undefined ? undefined : textOf(idempotencyKey) },
    faults: row.body ? textFaults(body) : [],
  };
}

const REQUIRED = ['required', 'This field is required.'] as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
