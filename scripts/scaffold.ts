import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Document, findOperation, kebab, type OperationEntry, readContract, resolve, type Schema } from './contract/document.ts';

/**
 * Writes the handler, a stub of its domain function and a stub of its test, from the contract alone. The stubs fail until they are implemented.
 * Existing files are not changed.
 */
const [id = '', area = ''] = process.argv.slice(2);
if (!/^[a-z-]+\/[a-z-]+$/.test(area)) throw new Error('AREA must name an area of the domain: make scaffold OPERATION=getSomething AREA=studio/courses');
const document = await readContract();
const entry = findOperation(document, id);
const folder = kebab(entry.operation.tags?.[0] ?? '');
const file = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const domainFile = `src/domain/${area}/${file}.ts`;
const shape = shapeOf(document, entry);
const files: Record<string, string> = {
  [`src/operations/${folder}/${id}.ts`]: handlerOf(entry, shape),
  [domainFile]: domainOf(entry, shape),
  [`test/operations/${folder}/${file}.test.ts`]: testOf(entry, shape),
};
for (const [path, text] of Object.entries(files)) {
  if (existsSync(path)) {
    console.log(`${path} already exists.`);
    continue;
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  spawnSync('node_modules/.bin/biome', ['check', '--write', path]);
  console.log(`Wrote ${path}.`);
}
console.log('`make generate` types them, composes the examples of the operation, and reports each field of which it knows no example.');

/** The parameters and results of the handler and of the domain function. */
interface OperationShape {
  status: string;
  /** The name of the response schema, or null if there is no body. */
  answer: string | null;
  isList: boolean;
  isAgent: boolean;
  /** The parameters of the domain function, with the value that the handler passes for each. */
  given: { name: string; type: string; passed: string; read: string }[];
}

function shapeOf(document: Document, { operation, path }: OperationEntry): OperationShape {
  const [status = '200', declared] = Object.entries(operation.responses ?? {}).find(([code]) => code.startsWith('2')) ?? [];
  const schema = (declared && resolve(document, declared).content?.['application/json']?.schema) as Schema | undefined;
  const results = ((schema && resolve(document, schema)) as { properties?: Record<string, Schema> } | undefined)?.properties?.results;
  const named = (one: Schema | undefined) => String(one?.$ref ?? '').replace('#/components/schemas/', '') || null;
  const ofUser = ['user', 'second_factor'].includes(operation['x-access'] ?? '');
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const body = operation.requestBody && named(Object.values(resolve(document, operation.requestBody).content)[0]?.schema as Schema);
  const isPublic = operation['x-access'] === 'public';
  return {
    status,
    answer: named((results?.items as Schema) ?? schema),
    isList: results !== undefined,
    isAgent: path.startsWith('/api/v1/agent/'),
    given: [
      { name: '{ db }', type: "Pick<Tools, 'db'>", passed: 'tools', read: 'tools' },
      ...(isPublic ? [] : [ofUser ? whoIs('user', 'User') : whoIs('caller', 'Caller')]),
      ...parameters.map((name) => ({ name: camel(name), type: 'string', passed: `path.${name}`, read: 'path' })),
      ...(body ? [{ name: 'fields', type: `Shape<'${body}'>`, passed: 'body', read: 'body' }] : []),
      ...(results ? [{ name: 'paging', type: 'Paging', passed: 'query', read: 'query' }] : []),
    ],
  };
}

function whoIs(name: string, type: string) {
  return { name, type, passed: name, read: name };
}

function camel(name: string): string {
  return name.replace(/_pk$/, '_id').replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function handlerOf({ operation: { operationId } }: OperationEntry, { status, answer, isList, given }: OperationShape): string {
  const reads = [...new Set([...given.map(({ read }) => read), ...(isList ? ['address'] : [])])].join(', ');
  const call = `await ${operationId}(${given.map(({ passed }) => passed).join(', ')})`;
  const result = isList ? `paged(address, query, ${call})` : call;
  const body =
    answer === null && !isList
      ? `async ({ ${reads} }) => {\n  ${call};\n  return { status: ${status} };\n};`
      : `async ({ ${reads} }) => ({\n  status: ${status},\n  body: ${result},\n});`;
  return `import { ${operationId} } from '../../${domainFile.slice('src/'.length)}';
import type { Handler } from '../../http/handler.ts';
${isList ? "import { paged } from '../../http/paging.ts';\n" : ''}
export const handler: Handler<'${operationId}'> = ${body}
`;
}

function domainOf({ operation: { operationId, summary = '' } }: OperationEntry, { answer, isList, given }: OperationShape): string {
  const types = given.map(({ type }) => type).join(' ');
  const result = answer === null ? 'void' : isList ? `Page<Shape<'${answer}'>>` : `Shape<'${answer}'>`;
  const fromContract = ['Page', 'Paging', 'Shape'].filter((name) => new RegExp(`\\b${name}\\b`).test(`${types} ${result}`));
  const fromCaller = ['Caller', 'User'].filter((name) => new RegExp(`\\b${name}\\b`).test(types));
  const imports = [
    fromCaller.length && `import type { ${fromCaller.join(', ')} } from '../../kernel/caller.ts';`,
    fromContract.length && `import type { ${fromContract.join(', ')} } from '../../kernel/contract.ts';`,
    `import type { Tools } from '../../kernel/tools.ts';`,
  ].filter(Boolean);
  return `${imports.join('\n')}

/** ${summary}. */
export async function ${operationId}(
${given.map(({ name, type }) => `  ${name === '{ db }' ? '_tools' : `_${name}`}: ${type},`).join('\n')}
): Promise<${result}> {
  throw new Error('${operationId} is not implemented yet.');
}
`;
}

function testOf({ method, path, operation: { summary = '' } }: OperationEntry, { status, isAgent }: OperationShape): string {
  const address = path.replace(/^\/api\/v1\/(agent\/)?/, '').replaceAll(/\{[^}]+\}/g, `\${school.courseId}`);
  return `import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
${isAgent ? "import { newOrganisation } from '../../support/organisation.ts';\n" : ''}import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

test('${summary.replaceAll("'", "\\'")}', async () => {
  const { body } = await expectStatus(${status}, ${isAgent ? '(await newOrganisation(app))' : 'school.browser'}.call('${method}', \`${address}\`${['post', 'put', 'patch'].includes(method) ? ', {}' : ''}));
  expect(body).toEqual({});
});
`;
}
