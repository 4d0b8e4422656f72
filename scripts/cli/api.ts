import { text } from 'node:stream/consumers';
import type { Agent, Session } from '../sdk/index.ts';
import { paint } from './colours.ts';
import { type Command, EXIT, Failure, type Io, type Values } from './command.ts';
import { CONNECTION_OPTIONS, keepRenewed, openAgent, openSession } from './connection.ts';
import { readText } from './read-file.ts';

const AGENT = '/api/v1/agent';
const SESSION = '/api/v1';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const api: Command = {
  summary: 'sends one request, or reads all pages of a list',
  help: `Usage: lms api [METHOD] PATH [-f name=text]... [-F name=json]... [--input FILE] [--paginate] [--session] [--include]

Sends a request and prints the response body. A PATH such as /courses/ uses the agent surface, with the API key in LMS_API_KEY. With
--session, or if the path starts with /api/v1/, the request uses the session from lms login. Some operations, such as creating an API key,
require a sign-in within the last ten minutes.

  -f, --field      adds a text field to the JSON body
  -F, --raw-field  adds a field to the JSON body whose value is JSON
      --input      reads the body from a file, or from standard input with -
      --paginate   reads all pages of a list, and prints one array
  -i, --include    also prints the status and the headers

Examples:
  lms api GET /courses/ --paginate
  lms api POST /courses/ -f title='From the shell' -F estimated_duration_minutes=90
  lms api GET /api/v1/audit-log/ --paginate`,
  words: METHODS,
  options: {
    ...CONNECTION_OPTIONS,
    field: { type: 'string', short: 'f', multiple: true },
    'raw-field': { type: 'string', short: 'F', multiple: true },
    input: { type: 'string' },
    paginate: { type: 'boolean' },
    session: { type: 'boolean' },
    include: { type: 'boolean', short: 'i' },
  },
  async run(positionals, values, io) {
    const named = METHODS.includes((positionals[0] ?? '').toUpperCase());
    const [path = '', ...rest] = named ? positionals.slice(1) : positionals;
    if (!named && positionals.length > 1) throw new Failure(`unknown method ${positionals[0]}; use ${METHODS.join(', ')}`);
    if (!path.startsWith('/') || rest.length) throw new Failure('specify one path that starts with /; see lms api --help');
    const body = await bodyOf(values, io);
    const method = named ? (positionals[0] as string).toUpperCase() : body === undefined ? 'GET' : 'POST';
    if (values.paginate && method !== 'GET') throw new Failure('--paginate works only with GET');
    const onSession = values.session === true || (path.startsWith(`${SESSION}/`) && !path.startsWith(`${AGENT}/`));
    const session = onSession ? await openSession(values, io) : null;
    const calls = session ?? openAgent(values, io);
    const full = path.startsWith(`${SESSION}/`) ? path : (onSession ? SESSION : AGENT) + path;
    const init = { method, ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }) };

    const answer = await calls.fetch(full, init);
    if (values.include) {
      io.out(`${paint(io, answer.ok ? 'green' : 'red', `HTTP ${answer.status}`)}\n`);
      for (const [name, value] of answer.headers) io.out(`${paint(io, 'cyan', name)}: ${value}\n`);
      io.out('\n');
    }
    const received = await answer.text();
    if (session) await keepRenewed(io, session);
    if (!answer.ok && codeIn(received) === 'reauthentication_required')
      io.err('error: your last sign-in was too long ago for this; run lms login to sign in again\n');
    if (!answer.ok && parse(received) === undefined)
      io.err(`error: ${method} ${full}: ${answer.status} this is not a response from the API; is the URL right?\n`);
    if (answer.ok && values.paginate) io.out(`${JSON.stringify(await allPages(calls, full, received), null, 2)}\n`);
    else if (received) io.out(`${pretty(received)}\n`);
    return answer.ok ? EXIT.ok : EXIT.refused;
  },
};

async function bodyOf({ field, 'raw-field': rawField, input }: Values, io: Io): Promise<string | undefined> {
  if (input !== undefined) return input === '-' ? text(io.input) : readText(String(input));
  const texts = pairs(field);
  const values = pairs(rawField).map(([name, text]) => [name, parsed(name, text)] as const);
  return texts.length || values.length ? JSON.stringify(Object.fromEntries([...texts, ...values])) : undefined;
}

const pairs = (list: unknown): [string, string][] =>
  ((list as string[] | undefined) ?? []).map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new Failure(`${pair} must have the form name=value`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });

function parsed(name: string, text: string): unknown {
  const value = parse(text);
  if (value === undefined) throw new Failure(`the value of ${name} is not JSON; use -f to send it as text`);
  return value;
}

/** Returns undefined for a text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Page {
  next: string | null;
  results: unknown[];
}

async function allPages(calls: Agent | Session, path: string, first: string): Promise<unknown[]> {
  let page = parse(first) as Page;
  if (!Array.isArray(page?.results)) throw new Failure('the response is not a list; omit --paginate');
  const all = [...page.results];
  while (page.next) {
    const answer = await calls.fetch(path.replace(/\?.*/s, '') + new URL(page.next, 'http://x').search);
    if (!answer.ok) throw new Failure(`${path}: ${answer.status} ${await answer.text()}`, EXIT.refused);
    page = (await answer.json()) as Page;
    all.push(...page.results);
  }
  return all;
}

/** Returns the code of a problem document. */
const codeIn = (text: string): unknown => (parse(text) as { code?: unknown } | null | undefined)?.code;

const pretty = (text: string): string => JSON.stringify(parse(text), null, 2) ?? text;
