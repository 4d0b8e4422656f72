import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from './contract/operation-row.ts';

/** One request of a guide, from which its command and its TypeScript are generated. A value `$name` stands for a value kept by an earlier step. */
export interface Step {
  operation: OperationId;
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** Values of the response that later steps need: their names and paths. `?` marks a part of the path that can be null. */
  keep?: Record<string, string>;
}

const BLOCK = /^```request\n(.*?)^```$/gms;
const PREFIX = { agent: '/api/v1/agent', session: '/api/v1' };

/** Returns the text of a guide with a command and TypeScript in place of each request. */
export const withSteps = (text: string): string =>
  text.replaceAll(BLOCK, (_block, json: string) => {
    const step = JSON.parse(json) as Step;
    return `\`\`\`sh\n${commandOf(step)}\n\`\`\`\n\n\`\`\`ts\n${programOf(step)}\n\`\`\``;
  });

function routeOf({ operation }: Step): { method: string; path: string } {
  const row: OperationRow = operationTable[operation];
  return { method: row.method, path: row.path.slice(PREFIX[row.surface].length) };
}

const NAME = /^\$(\w+)$/;
const shellName = (name: string): string => name.replaceAll(/(?<=.)[A-Z]/g, '_$&').toUpperCase();
const shellValue = (value: string): string => value.replace(NAME, (_whole, name: string) => `$${shellName(name)}`);

function commandOf(step: Step): string {
  const { method, path } = routeOf(step);
  const query = new URLSearchParams(Object.entries(step.query ?? {}).map(([name, value]): [string, string] => [name, String(value)])).toString();
  const target = `"$API${path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => shellValue(step.path?.[name] ?? ''))}${query && `?${query}`}"`;
  const json =
    step.body &&
    JSON.stringify(step.body)
      .replaceAll("'", "'\\''")
      .replaceAll(/"\$(\w+)"/g, (_whole, name: string) => `"'"$${shellName(name)}"'"`);
  const call = `lms ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${target}${json ? ` \\\n  -H 'Content-Type: application/json' -d '${json}'` : ''}`;
  const kept = Object.entries(step.keep ?? {});
  if (kept.length === 0) return call;
  const [[name, place]] = kept as [[string, string]];
  if (kept.length === 1) return `${shellName(name)}=$(${call} | field ${shellPlace(place)})`;
  return [`ANSWER=$(${call})`, ...kept.map(([each, at]) => `${shellName(each)}=$(echo "$ANSWER" | field ${shellPlace(at)})`)].join('\n');
}

const shellPlace = (place: string): string => `'${place.replaceAll(/\.(\d+)/g, '[$1]')}'`;

function programOf(step: Step): string {
  const { method, path } = routeOf(step);
  const parameters = { ...(step.path ? { path: step.path } : {}), ...(step.query ? { query: step.query } : {}) };
  const init = { ...(Object.keys(parameters).length ? { params: parameters } : {}), ...(step.body ? { body: step.body } : {}) };
  const call = `await lms.${method}('${path}'${Object.keys(init).length ? `, ${literal(init)}` : ''})`;
  const kept = Object.entries(step.keep ?? {});
  if (kept.length === 0) return `console.log(${call});`;
  const [[name, place]] = kept as [[string, string]];
  const at = (answer: string, where: string) => {
    const parts = where.split('.').map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`));
    return `${answer}${parts.join('')}${where.includes('?') ? " ?? ''" : ''}`;
  };
  if (kept.length === 1) return `const ${name} = ${at(`(${call})`, place)};`;
  const answer = `${name}Answer`;
  return [`const ${answer} = ${call};`, ...kept.map(([each, where]) => `const ${each} = ${at(answer, where)};`)].join('\n');
}

/** Writes a value as TypeScript, with the names of kept values in place of `$name`. */
function literal(value: unknown): string {
  if (typeof value === 'string') return NAME.exec(value)?.[1] ?? `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => (member === `$${name}` ? name : `${name}: ${literal(member)}`))
    .join(', ')} }`;
}
