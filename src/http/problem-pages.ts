import { type Request, type Response, Router } from 'express';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { escapeMarkup } from '../domain/kernel/escape-markup.ts';
import { FIELD_CODES, type FieldCode } from '../domain/kernel/field-codes.ts';
import { type ContractSettings, servedContract } from './contract/served-contract.ts';
import { helpFor, isProblemCode, PROBLEMS, type ProblemCode } from './problems.ts';
import { pathOf } from './reference/document.ts';

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: anywhere } dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 }
@media (prefers-color-scheme: dark) { body { background: #111827; color: #e5e7eb } a { color: #93c5fd } }`;
const FIELDS = '/problems/fields';
/** Maximum number of operations that are shown unfolded. */
const MOST_SHOWN = 12;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="/docs/icon.svg">
  <style>${STYLE}</style>
</head>
<body>
  <nav><a href="/docs">API reference</a> · <a href="/problems">Error codes</a> · <a href="${FIELDS}">Field codes</a></nav>
  <main>
  <h1>${title}</h1>
  ${body}
  </main>
</body>
</html>
`;

const code = (text: string): string => escapeMarkup(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const entry = (name: ProblemCode): string =>
  `<dt><a href="/problems/${name}"><code>${name}</code></a> ${PROBLEMS[name].status}</dt><dd>${PROBLEMS[name].title}</dd>`;

interface Returning {
  operation_id: string;
  method: string;
  path: string;
  summary: string;
  surface: 'agent' | 'session';
  /** URL of the operation in the reference. */
  reference: string;
}

interface ServedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  responses: Record<string, { $ref?: string; 'x-codes'?: string[] }>;
}

/** Returns the operations that can return each code, as the contract lists them. */
function returningOf(contract: string, settings: ContractSettings): Map<string, Returning[]> {
  const { paths, components } = servedContract(contract, settings) as unknown as {
    paths: Record<string, Record<string, ServedOperation>>;
    components: { responses: Record<string, { 'x-codes'?: string[] }> };
  };
  const returning = new Map<string, Returning[]>();
  for (const [path, item] of Object.entries(paths))
    for (const [method, { operationId, summary, tags, responses }] of Object.entries(item)) {
      if (!responses) continue;
      const one: Returning = {
        operation_id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        surface: path.startsWith('/api/v1/agent/') ? 'agent' : 'session',
        reference: `${pathOf(tags[0] ?? '')}#${operationId}`,
      };
      const codes = Object.values(responses).flatMap((response) => (components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response)['x-codes'] ?? []);
      for (const name of codes) returning.set(name, [...(returning.get(name) ?? []), one]);
    }
  return returning;
}

const list = (operations: readonly Returning[]): string =>
  `<ul>${operations.map(({ operation_id: id, summary, reference }) => `<li><a href="${escapeMarkup(reference)}">${escapeMarkup(summary)}</a> (<code>${id}</code>)</li>`).join('')}</ul>`;

function operationsPart(operations: readonly Returning[]): string {
  if (operations.length === 0) return '';
  const folded = operations.length > MOST_SHOWN ? `<details><summary>${operations.length} operations</summary>${list(operations)}</details>` : list(operations);
  return `<h3>Returned by</h3>${folded}`;
}

const SURFACES = { agent: 'With an API key', session: 'In a session' } as const;

/** Returns the advice, and the operations that return the code: separately for each surface that has such operations, if the advice differs. */
function advice(name: ProblemCode, operations: readonly Returning[]): string {
  const help = helpFor(name);
  if (help.agent === help.session) return `<p>${code(help.agent)}</p>${operationsPart(operations)}`;
  return (['agent', 'session'] as const)
    .map((surface) => `<h2>${SURFACES[surface]}</h2><p>${code(help[surface])}</p>${operationsPart(operations.filter((one) => one.surface === surface))}`)
    .join('\n  ');
}

function facts(name: ProblemCode) {
  const { status, title } = PROBLEMS[name];
  const { agent, session } = helpFor(name);
  return { code: name, status, title, help: agent === session ? agent : `${SURFACES.agent}: ${agent} ${SURFACES.session}: ${session}` };
}

/** Sends a page, or the same content as JSON if the client prefers that. */
function send(req: Request, res: Response, html: string, json: object): void {
  res.set('Cache-Control', 'public, max-age=3600').vary('Accept');
  if (req.accepts(['html', 'json']) === 'json') res.json(json);
  else res.type('html').send(html);
}

/**
 * Serves the targets of the `type` of errors, as a page or as JSON: one page per code, a list of all codes, and a list of the codes of fields.
 * `readContract` returns the text of openapi.json, which is read on the first request for the page of a code.
 */
export function problemPages({ settings }: { settings: ContractSettings }, readContract: () => Promise<string>): Router {
  const router = Router({ strict: true });
  let returning: Promise<Map<string, Returning[]>> | undefined;
  router.get(['/problems', '/problems/'], (req, res) => {
    const codes = Object.keys(PROBLEMS) as ProblemCode[];
    send(req, res, page('Error codes', `<dl>\n  ${codes.map(entry).join('\n  ')}\n  </dl>`), { results: codes.map(facts) });
  });
  router.get([FIELDS, `${FIELDS}/`], (req, res) => {
    const codes = Object.entries(FIELD_CODES) as [FieldCode, string][];
    const rows = codes.map(([name, meaning]) => `<dt id="${name}"><code>${name}</code></dt><dd>${code(meaning)}</dd>`);
    const html = `<p>Each entry in the <code>errors</code> of a <a href="/problems/validation_error"><code>validation_error</code></a> response has one of these codes.</p>\n  <dl>\n  ${rows.join('\n  ')}\n  </dl>`;
    send(req, res, page('Field codes', html), { results: codes.map(([name, meaning]) => ({ code: name, meaning })) });
  });
  router.get(['/problems/:code', '/problems/:code/'], async (req, res) => {
    const name = String(req.params.code);
    if (!isProblemCode(name)) throw new NotFoundError();
    returning ??= readContract().then(
      (contract) => returningOf(contract, settings),
      (error: unknown) => {
        returning = undefined;
        throw error;
      },
    );
    const operations = (await returning).get(name) ?? [];
    const { title, status } = PROBLEMS[name];
    const fields = name === 'validation_error' ? `<p><a href="${FIELDS}">What the field codes mean</a></p>` : '';
    const html = `<p><code>${name}</code>, HTTP status ${status}</p>\n  ${advice(name, operations)}\n  ${fields}`;
    send(req, res, page(title, html), { ...facts(name), operations });
  });
  return router;
}
