import type { ServedDocument } from '../contract/contract-part.ts';
import { exampleOf, type Node, resolve, type Shown } from './document.ts';

/** File in which the sample of a sign-in stores the cookies for all other samples. */
const JAR = 'jar';

export interface Samples {
  curl: string;
  typescript: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the required parameters of an operation, with an example of each. */
export function pathWith(document: ServedDocument, { path, operation }: Shown): string {
  const parameters: Node[] = (operation.parameters ?? []).map((one: Node) => resolve(document, one));
  const value = (one: Node) => one.example ?? one.schema?.examples?.[0] ?? resolve(document, one.schema)?.enum?.[0] ?? one.name.toUpperCase();
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce<string>((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(value(one))), path);
  const query = parameters.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${encodeURIComponent(value(one))}`);
  return query.length ? `${filled}?${query.join('&')}` : filled;
}

/**
 * Returns commands that work as they are, once the reader has replaced the IDs in the path with their own. The key of the agent surface is in
 * LMS_API_KEY, and the session in the cookies of the sign-in. A change on the session surface sends the origin, as a browser does.
 */
export function samplesOf(document: ServedDocument, shown: Shown, origin: string): Samples {
  const { method, operation } = shown;
  const schemes = (operation.security ?? []).flatMap((one: Node) => Object.keys(one));
  const content = Object.entries<Node>(resolve(document, operation.requestBody)?.content ?? {});
  const json = content.find(([type]) => type === 'application/json')?.[1];
  const body = json ? exampleOf(document, json) : undefined;
  const form = json ? undefined : content[0];
  const names = new Set((operation.parameters ?? []).map((one: Node) => resolve(document, one).name));
  const usesKey = schemes.includes('agentKey');
  const headers: [string, string][] = [
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ...(names.has('Origin') ? [['Origin', origin] as [string, string]] : []),
  ];
  const url = `${origin}${pathWith(document, shown)}`;
  const files = Object.entries<Node>(resolve(document, form?.[1]?.schema)?.properties ?? {});
  const curl = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(url)}`,
    ...(usesKey ? ['--header "Authorization: Bearer $LMS_API_KEY"'] : [`--cookie ${JAR} --cookie-jar ${JAR}`]),
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(form ? files.map(([name, { format }]) => `--form ${quoted(`${name}=${format === 'binary' ? '@FILE' : 'VALUE'}`)}`) : []),
  ].join(' \\\n  ');
  const credential = usesKey ? ['Authorization', `Bearer ${'$'}{process.env.LMS_API_KEY}`] : ['Cookie', `${'$'}{process.env.LMS_COOKIE}`];
  const typescript = [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    ${credential[0]}: \`${credential[1]}\`,`,
    ...headers.map(([name, value]) => `    '${name}': '${value}',`),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ];
  return { curl, typescript: typescript.join('\n') };
}
