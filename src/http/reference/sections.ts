import type MarkdownIt from 'markdown-it';
import { escapeMarkup as e } from '../../domain/kernel/escape-markup.ts';
import type { ServedDocument } from '../contract/contract-part.ts';
import { exampleOf, type Node, nameOf, resolve, type Shown } from './document.ts';
import { pathWith, samplesOf } from './samples.ts';

/** The context in which sections are written. `schemas` collects the schemas that they link to. */
export interface Page {
  document: ServedDocument;
  markdown: MarkdownIt;
  origin: string;
  schemas: Set<string>;
}

const fold = (title: string, body: string, attributes = ''): string =>
  body === '' ? '' : `<details${attributes}><summary>${title}</summary>${body}</details>`;

/** Returns the section of one operation: its purpose, its parameters and responses, and a form to try it. */
export function operationSection(page: Page, shown: Shown): string {
  const { markdown, origin, document } = page;
  const { id, method, path, operation, isEvent } = shown;
  const parameters: Node[] = (operation.parameters ?? []).map((one: Node) => resolve(document, one));
  const body = resolve(document, operation.requestBody);
  const [media] = Object.values<Node>(body?.content ?? {});
  const { curl, typescript } = samplesOf(document, shown, origin);
  const samples = isEvent
    ? ''
    : fold('curl', `<pre class="sample" tabindex="0"><code>${e(curl)}</code></pre>`, ' open') +
      fold('TypeScript', `<pre tabindex="0"><code>${e(typescript)}</code></pre>`);
  return `<section id="${e(id)}"><a id="${e(method + path)}"></a>
<h2><a href="#${e(id)}">${e(operation.summary)}</a></h2>
<p class="at"><b>${isEvent ? 'Event' : method}</b> <code>${e(path).replaceAll('/', '/<wbr>')}</code></p>
<p class="facts">${facts(operation).map(e).join(' · ')}</p>
${markdown.render(operation.description ?? '')}
${fold('Parameters', parameterList(page, parameters))}
${media ? fold(`Body${body.required ? '' : ' (optional)'}`, `${typeLine(page, media.schema)}${members(page, media.schema)}`) : ''}
${fold('Responses', responses(page, operation.responses ?? {}))}
${samples}
${isEvent ? '' : tryForm(page, shown, parameters, body)}
</section>`;
}

function facts(operation: Node): string[] {
  const schemes = (operation.security ?? []).flatMap((one: Node) => Object.keys(one));
  return [
    operation.operationId,
    ...(schemes.includes('agentKey') ? [`API key${operation['x-scope'] && operation['x-scope'] !== 'none' ? ` with ${operation['x-scope']}` : ''}`] : []),
    ...(schemes.includes('cookieAuth') ? [`session${operation['x-access'] ? `, ${operation['x-access']}` : ''}`] : []),
    ...(schemes.includes('kiosk') ? ['kiosk'] : []),
    ...(operation['x-step-up'] ? ['needs a fresh proof'] : []),
    ...(operation.deprecated ? ['deprecated'] : []),
  ];
}

const parameterList = (page: Page, parameters: readonly Node[]): string =>
  parameters.length === 0
    ? ''
    : `<dl>${parameters
        .map(
          (one) =>
            `<dt><code>${e(one.name)}</code> ${e(one.in)}, ${typeOf(page, one.schema)}${one.required ? ', required' : ''}${one.deprecated ? ', deprecated' : ''}</dt><dd>${page.markdown.render(one.description ?? '')}${limits(page, one.schema)}</dd>`,
        )
        .join('')}</dl>`;

function responses(page: Page, declared: Record<string, Node>): string {
  const rows = Object.entries(declared).map(([status, node]) => {
    const response = resolve(page.document, node);
    const [[type, media] = ['', null]] = Object.entries<Node>(response.content ?? {});
    const codes: string[] = response['x-codes'] ?? [];
    if (codes.length) return `<dt>${status}</dt><dd>${codes.map((code) => `<a href="/problems/${e(code)}"><code>${e(code)}</code></a>`).join(' ')}</dd>`;
    const example = media && String(type).includes('json') ? exampleOf(page.document, media) : undefined;
    const shown = example === undefined ? '' : fold('Example', `<pre tabindex="0"><code>${e(JSON.stringify(example, null, 2))}</code></pre>`);
    return `<dt>${status}</dt><dd>${page.markdown.render(response.description ?? '')}${media ? typeLine(page, media.schema, type) : ''}${shown}</dd>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}

const typeLine = (page: Page, schema: Node, type = ''): string =>
  `<p>${[type && type !== 'application/json' ? e(type) : '', typeOf(page, schema)].filter(Boolean).join(', ')}</p>`;

/** Returns the section of a schema, to which others link. */
export function schemaSection(page: Page, name: string): string {
  const schema = page.document.components?.schemas?.[name] as Node;
  return `<section id="schema-${e(name)}" class="schema"><h3>${e(name)}</h3>${page.markdown.render(schema?.description ?? '')}${members(page, schema)}</section>`;
}

function typeOf(page: Page, schema: Node): string {
  const name = nameOf(schema);
  if (name !== null) {
    page.schemas.add(name);
    return `<a href="#schema-${e(name)}">${e(name)}</a>`;
  }
  if (!schema || schema === true) return 'anything';
  const branches: Node[] = schema.oneOf ?? schema.anyOf ?? [];
  if (branches.length) return branches.map((branch) => typeOf(page, branch)).join(' or ');
  if (schema.const !== undefined) return `<code>${e(JSON.stringify(schema.const))}</code>`;
  const types = [schema.type ?? 'anything'].flat() as string[];
  return types
    .map((type) =>
      type === 'array' && schema.items
        ? `array of ${typeOf(page, schema.items)}`
        : `${type}${type === 'string' && schema.format ? ` (${e(schema.format)})` : ''}`,
    )
    .join(' or ');
}

/** Returns the values of an enumeration, the members of an object including those of all its parts, or the kinds of a union. */
function members(page: Page, given: Node): string {
  const schema = nameOf(given) === null ? given : resolve(page.document, given);
  if (nameOf(given) !== null && !schema?.properties && !schema?.allOf) return '';
  if (schema?.enum) return `<p>${schema.enum.map((value: unknown) => `<code>${e(String(value))}</code>`).join(' ')}</p>`;
  const choice = schema?.discriminator ?? schema?.['x-optional-discriminator'];
  if (choice?.mapping) {
    const rows = Object.entries<string>(choice.mapping).map(
      ([value, $ref]) => `<li><code>${e(choice.propertyName)}: ${e(value)}</code>: ${typeOf(page, { $ref })}</li>`,
    );
    return `<ul>${rows.join('')}</ul>`;
  }
  if (schema?.oneOf || schema?.anyOf) return `<p>${typeOf(page, schema)}</p>`;
  const parts: Node[] = [...(schema?.allOf ?? []), ...(schema?.properties ? [schema] : [])];
  const listed = parts.map((part) => {
    const name = nameOf(part);
    if (name !== null && part !== schema) return `<p>All members of ${typeOf(page, part)}</p>`;
    const required = new Set<string>(part.required ?? []);
    const rows = Object.entries<Node>(part.properties ?? {}).map(
      ([member, each]) =>
        `<dt><code>${e(member)}</code> ${typeOf(page, each)}${required.has(member) ? ', required' : ''}</dt><dd>${page.markdown.render(each.description ?? '')}${limits(page, each)}</dd>`,
    );
    return rows.length ? `<dl>${rows.join('')}</dl>` : '';
  });
  return listed.join('');
}

const LIMITS = {
  minLength: 'at least %s characters',
  maxLength: 'at most %s characters',
  minimum: 'from %s',
  maximum: 'to %s',
  minItems: 'at least %s items',
  maxItems: 'at most %s items',
  pattern: 'matches %s',
} as const;

function limits(page: Page, given: Node): string {
  const schema = resolve(page.document, given) ?? {};
  const known = Object.entries(LIMITS).flatMap(([name, text]) => (schema[name] === undefined ? [] : [text.replace('%s', () => String(schema[name]))]));
  const fallback = given?.default ?? schema.default;
  const all = [...known, ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`])];
  const values = schema.enum ? `<p class="limits">${schema.enum.map((value: unknown) => `<code>${e(String(value))}</code>`).join(' ')}</p>` : '';
  return values + (all.length ? `<p class="limits">${all.map(e).join(', ')}</p>` : '');
}

/** Returns the form that calls the operation from the page. It needs the script; the samples show another way. */
function tryForm({ document }: Page, shown: Shown, parameters: readonly Node[], body: Node): string {
  const { id, method, path, operation } = shown;
  const [[type, media] = ['', null]] = Object.entries<Node>(body?.content ?? {}).filter(([name]) => name === 'application/json');
  const usesKey = (operation.security ?? []).some((one: Node) => 'agentKey' in one);
  const asked = parameters.filter((one) => one.in !== 'cookie' && !['Origin', 'X-Organisation'].includes(one.name));
  const fields = asked.map(
    (one) => `<label>${e(one.name)} <input name="${e(`${one.in} ${one.name}`)}"${one.required ? ' required' : ''} autocomplete="off"></label>`,
  );
  const text = media
    ? `<label>Body <textarea name="body" rows="10" spellcheck="false">${e(JSON.stringify(exampleOf(document, media) ?? {}, null, 2))}</textarea></label>`
    : '';
  if (body && !media) return '';
  return `<details class="try"><summary>Try it</summary><form data-method="${method}" data-path="${e(path)}" data-type="${e(type)}"${usesKey ? ' data-key' : ''} aria-label="Try ${e(id)}">${fields.join('')}${text}<button>Send ${e(method)} ${e(pathWith(document, shown).split('?')[0] ?? '')}</button><pre class="answer" role="status" tabindex="0" hidden></pre></form></details>`;
}
