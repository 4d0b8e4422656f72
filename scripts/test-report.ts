import { readFile } from 'node:fs/promises';
import { type OperationId, operationTable } from '../generated/operations.ts';
import type { ProblemCode } from '../src/http/problems.ts';
import { type ErrorResponse, operationsOf, readContract, resolve } from './contract/document.ts';
import { codesOfMarks } from './contract/error-responses.ts';

/**
 * Declared statuses that are never returned. The first is declared in the service description, although no rule leads to it: whoami needs no scope. The
 * operations with the others call no other system, and a burst is refused before the operation of a request is known. This list may only shrink.
 */
const NEVER_ANSWERED = ['getAgentIdentity 403', 'getSheetLayout 503', 'listCategories 503', 'listCurrencies 503', 'listTimeZones 503'];

/** Operations that store nothing that belongs to the organisation: they draft, sign, or report that somebody is at work. */
const NEVER_AUDITED = [
  'assistLessonContent',
  'composeContentPrompt',
  'createPreviewToken',
  'previewCertificate',
  'refreshGatewayConnection',
  'suggestLandingCopy',
  'suggestRubric',
  'touchCourse',
];

/** Statuses that behave the same for all operations. Without `--all`, each of them is tested only on some operations. */
const GENERIC_STATUSES = [400, 401, 403, 404, 413, 415, 429, 500, 503];

/**
 * Reports, after a complete run, what the contract promises but no test has seen, and returns the exit status. `file` contains the notes of the tests
 * (test/support/notes.ts).
 */
export async function reportUnseen(file: string, isComplete: boolean): Promise<number> {
  const contract = await readContract();
  const seen = new Set((await readFile(file, 'utf8')).split('\n'));
  const answers = (Object.keys(operationTable) as OperationId[]).flatMap((id) =>
    operationTable[id].statuses.filter((status) => isComplete || !GENERIC_STATUSES.includes(status)).map((status) => `${id} ${status}`),
  );
  const thrown = operationsOf(contract).flatMap((entry) => {
    const { operationId, responses = {} } = entry.operation;
    const common = codesOfMarks(entry);
    return Object.values(responses)
      .flatMap((response) => (resolve(contract, response) as ErrorResponse)['x-codes'] ?? [])
      .flatMap((code) => (common.has(code as ProblemCode) ? [] : [`${operationId} ${code}`]));
  });
  const common = new Set(operationsOf(contract).flatMap((entry) => [...codesOfMarks(entry)]));
  const changes = [...seen].filter((line) => line.startsWith('changed ')).map((line) => line.slice('changed '.length));
  const faults = [
    report('declared (operation, status) pairs', 'answered', answers, NEVER_ANSWERED),
    report('error codes that handlers throw', 'refused', thrown, []),
    report('error codes of the checks before a handler', 'refused', [...common], []),
    report('changes by staff or a key', 'audited', changes, NEVER_AUDITED),
    report('events', 'published', Object.keys(contract.webhooks ?? {}), []),
  ];
  return faults.some(Boolean) ? 1 : 0;

  function report(what: string, verb: string, all: readonly string[], exceptions: readonly string[]): boolean {
    const expected = all.filter((one) => !exceptions.includes(one));
    const missing = expected.filter((one) => !seen.has(`${verb} ${one}`));
    const needless = exceptions.filter((one) => seen.has(`${verb} ${one}`));
    console.log(`${expected.length - missing.length} of ${expected.length} ${what} were ${verb} in a test.`);
    if (missing.length) console.log(`Not ${verb}: ${missing.join(', ')}.`);
    if (needless.length) console.log(`These need no exception any more: ${needless.join(', ')}.`);
    return missing.length > 0 || needless.length > 0;
  }
}
