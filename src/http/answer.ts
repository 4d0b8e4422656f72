import { pipeline } from 'node:stream';
import { DatabaseError } from 'pg';
import { operationTable } from '../../generated/operations.ts';
import { DomainError, ThrottledError } from '../domain/kernel/errors.ts';
import { JsonText } from '../platform/database/json.ts';
import { type OutageError, outageOf } from '../platform/outages/outage.ts';
import { attachment } from '../platform/storage/content-disposition.ts';
import type { OperationRow } from './contract/operation-row.ts';
import { responseFaults } from './contract/response-check.ts';
import { type Exchange, NOT_CACHED } from './exchange.ts';
import { FileReply } from './file-reply.ts';
import { jsonText, type Text } from './json-text.ts';
import { ordered, orderOf, orderOfProblem } from './member-order.ts';
import { HttpProblem, isProblemCode, type Problem, type ProblemCode, problemDocument, ThrottledProblem } from './problems.ts';
import type { Services } from './services.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const SAMPLE = 0.01;
/** Minimum time between two samples of the same operation, because validating a long list takes longer than reading it. */
const SAMPLE_EVERY_MS = 1000;
/** Maximum size of a response that is validated. Validating a larger one would hold up other requests. */
const LARGEST_SAMPLE_BYTES = 1024 * 1024;
/** Time that a client should wait after an outage before it tries again. */
const RETRY_AFTER_SECONDS = 5;

interface Refusal {
  code: ProblemCode;
  detail: string;
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Sends the response of an operation.
 * @throws HttpProblem internal_error if the contract is enforced and the response violates it */
export async function answer(services: Services, exchange: Exchange, { status, body }: { status: number; body?: unknown }): Promise<void> {
  if (isKnown(exchange)) return void exchange.res.writeHead(304, exchange.headers).end();
  const text = body === undefined || body instanceof FileReply ? [] : await jsonText(body, orderOf(exchange.operationId, status));
  const bytes = (body instanceof JsonText ? body.bytes : undefined) ?? size(text);
  requireContract(services, exchange, status, body, bytes);
  if (body instanceof FileReply) sendFile(services, exchange, status, body);
  else if (body === undefined) exchange.res.writeHead(status, exchange.headers).end();
  else send(exchange, status, JSON_TYPE, text, bytes);
}

/** Whether the client has a response with the same tag. */
const isKnown = ({ req, headers: { ETag } }: Exchange): boolean =>
  ETag !== undefined && (req.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === ETag);

/** Sends any thrown error as a problem document. */
export function answerError(services: Services, exchange: Exchange, error: unknown): void {
  if (exchange.res.headersSent) {
    const outage = outageOf(error);
    if (outage) services.outages.report(outage);
    exchange.res.destroy();
    return;
  }
  const { problem, headers } = refuse(services, exchange, error);
  exchange.code = problem.code;
  Object.assign(exchange.headers, NOT_CACHED, headers);
  const text = [JSON.stringify(problem)];
  send(exchange, problem.status, PROBLEM_TYPE, text, size(text));
}

/**
 * Turns any thrown error into a problem document and the headers that belong to it. Outages of other systems are `service_unavailable`, or have the code
 * that the domain gives them. Unexpected errors are logged and become an `internal_error` that reveals no internals.
 */
export function refuse(services: Services, exchange: Exchange, error: unknown): { problem: Problem; headers: Record<string, string> } {
  const outage = outageOf(error);
  if (outage) services.outages.report(outage);
  const refusal = refusalOf(error, outage);
  if (!refusal) services.logger.error({ request_id: exchange.requestId, operation: exchange.operationId, err: describe(error) }, 'request failed');
  const { code, detail, extra, headers = {} } = refusal ?? UNEXPECTED;
  const problem = ordered(problemDocument(code, detail, exchange.requestId, exchange.base, extra), orderOfProblem(code)) as Problem;
  countRefusal(services, problem, error, outage);
  keepsContract(services, exchange, problem.status, problem, 0);
  return { problem, headers: problem.status === 401 ? { ...headers, 'WWW-Authenticate': challenge(exchange, code) } : headers };
}

function countRefusal({ metrics }: Services, { status, code }: Problem, error: unknown, outage: OutageError | undefined): void {
  if (status === 429) metrics.throttled(error instanceof ThrottledProblem || error instanceof ThrottledError ? error.limit : code);
  if (status === 503) metrics.unavailable(outage?.dependency ?? (code === 'service_unavailable' ? 'overload' : code));
}

const UNEXPECTED: Refusal = { code: 'internal_error', detail: 'The request failed. Nothing was changed.' };

function refusalOf(error: unknown, outage: OutageError | undefined): Refusal | null {
  if (error instanceof HttpProblem) return { code: error.code, detail: error.message, headers: error.headers };
  if (error instanceof DomainError && isProblemCode(error.code))
    return { code: error.code, detail: error.message, extra: error.members as Record<string, unknown>, headers: waitHeaders(error, outage) };
  if (outage) return { code: 'service_unavailable', detail: 'A system that the service depends on is not responding.', headers: retryAfter(outage) };
  return null;
}

/** Returns the headers of an error. `retry_after_seconds` is repeated in Retry-After. */
function waitHeaders(error: DomainError, outage: OutageError | undefined): Record<string, string> {
  if (error instanceof ThrottledError) return { 'Retry-After': String(error.waitSeconds) };
  if ('retry_after_seconds' in error.members) return { 'Retry-After': String(error.members.retry_after_seconds) };
  return outage ? retryAfter(outage) : {};
}

const retryAfter = ({ retryAfterSeconds = RETRY_AFTER_SECONDS }: OutageError) => ({ 'Retry-After': String(Math.ceil(retryAfterSeconds)) });

/** Describes an error for the log. Message and parameters of a database error are left out, because they may contain what the client sent. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { class: typeof error };
  const { message, stack = '' } = error;
  const trace = stack.slice(Math.max(0, stack.indexOf('\n    at ')));
  if (error instanceof DatabaseError) return { class: 'DatabaseError', code: error.code, table: error.table, constraint: error.constraint, trace };
  return { class: error.constructor.name, message, trace };
}

const sampledAt = new Map<Exchange['operationId'], number>();

function isSampled(operationId: Exchange['operationId']): boolean {
  if (Math.random() >= SAMPLE) return false;
  const now = performance.now();
  if (now - (sampledAt.get(operationId) ?? Number.NEGATIVE_INFINITY) < SAMPLE_EVERY_MS) return false;
  sampledAt.set(operationId, now);
  return true;
}

/** Logs a response that violates the contract. Returns false only if every response is checked and this one violates it; samples are only logged. */
function keepsContract({ settings, logger }: Services, { operationId, requestId }: Exchange, status: number, body: unknown, bytes: number): boolean {
  const mode = settings.responseValidation;
  const isLeftOut = mode === 'sample' && (bytes > LARGEST_SAMPLE_BYTES || !isSampled(operationId));
  if (operationId === null || mode === 'off' || isLeftOut) return true;
  const faults = responseFaults(operationId, status, body instanceof JsonText ? body.toJSON() : body);
  if (faults.length) logger.error({ request_id: requestId, operation: operationId, status, faults }, 'response violates the contract');
  return faults.length === 0 || mode === 'sample';
}

/** @throws HttpProblem internal_error if every response is checked and this one violates the contract */
export function requireContract(services: Services, exchange: Exchange, status: number, body: unknown, bytes: number): void {
  if (!keepsContract(services, exchange, status, body, bytes)) throw new HttpProblem('internal_error', 'The response violates the contract.');
}

/** Returns the challenge: RFC 6750 on the agent surface. Sessions have no registered scheme; the `Session` scheme lets clients tell the two apart. */
function challenge({ operationId }: Exchange, code: ProblemCode): string {
  const row: OperationRow | null = operationId && operationTable[operationId];
  if (row?.surface === 'session') return 'Session realm="learning-management-service"';
  return `Bearer realm="learning-management-service"${code === 'not_authenticated' ? '' : ', error="invalid_token"'}`;
}

function sendFile({ outages }: Services, { req, res, headers }: Exchange, status: number, { type, name, content, bytes }: FileReply): void {
  res.writeHead(status, {
    ...headers,
    'Content-Type': type,
    'Content-Disposition': attachment(name),
    ...(bytes === undefined ? {} : { 'Content-Length': bytes }),
  });
  if (Buffer.isBuffer(content)) res.end(content);
  else if (req.method === 'HEAD') {
    content.destroy();
    res.end();
  } else
    pipeline(content, res, (error) => {
      const outage = outageOf(error);
      if (outage) outages.report(outage);
    });
}

function send({ res, headers }: Exchange, status: number, type: string, text: Text, bytes: number): void {
  headers['Content-Type'] = type;
  headers['Content-Length'] = String(bytes);
  res.writeHead(status, headers);
  for (const chunk of text.slice(0, -1)) res.write(chunk);
  // Node searches for non-ASCII characters before it sends a text as UTF-8. Without any, Latin-1 yields the same bytes.
  const isAscii = text.length === 1 && text[0]?.length === bytes;
  res.end(text.at(-1), isAscii ? 'latin1' : 'utf8');
}

const size = (text: Text): number => text.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
