import { createRequire } from 'node:module';
import fc from 'fast-check';
import { OpenAPIRouter } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { IndexedRouter, MethodNotAllowed, type RoutedRequest } from '../../../src/http/contract/router.ts';
import { CONTRACT, startTestApp } from '../../support/app.ts';
import { newOrganisation } from '../../support/organisation.ts';

type Document = OpenAPIV3_1.Document;
type Outcome = { operation: string; params: Record<string, string> } | { error: '404' | '405'; allow?: string[] };

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];
const RUNS = process.env.TEST_ALL ? 3000 : 300;

/** Creates both routers for one definition, with functions that return how each of them routes a request. */
function routersOf(definition: Document) {
  const indexed = new IndexedRouter({ definition, ignoreTrailingSlashes: false });
  const stock = new OpenAPIRouter<Document>({ definition, ignoreTrailingSlashes: false });
  return {
    paths: Object.keys(definition.paths ?? {}),
    ofIndexed: (method: string, path: string): Outcome => {
      const request = { method, path, headers: {} } as RoutedRequest;
      return outcome(() => ({ operation: indexed.matchOperation(request, true).operationId ?? '', params: request.params }));
    },
    ofStock: (method: string, path: string): Outcome => {
      const request = { method, path, headers: {} };
      return outcome(() => {
        const operation = stock.matchOperation(request, true);
        const params = isReadable(operation.path, path) ? stock.parseRequest(request, operation).params : {};
        return { operation: operation.operationId ?? '', params: params as Record<string, string> };
      });
    },
  };
}

function outcome(route: () => Outcome): Outcome {
  try {
    return route();
  } catch (error) {
    const message = (error as Error).message;
    if (!/^40[45]-/.test(message)) throw error;
    return { error: message.slice(0, 3) as '404' | '405', ...(error instanceof MethodNotAllowed ? { allow: error.allow } : {}) };
  }
}

/** Returns the templates that match a path, the most literal one first. */
function templatesOf(paths: string[], path: string): string[] {
  const segments = path.split('/');
  const isParameter = (segment: string | undefined) => segment?.startsWith('{') ?? false;
  return paths
    .filter((template) => {
      const own = template.split('/');
      return own.length === segments.length && own.every((segment, index) => (isParameter(segment) ? segments[index] !== '' : segment === segments[index]));
    })
    .sort((one, other) => {
      const [first, second] = [one.split('/'), other.split('/')];
      const place = first.findIndex((segment, index) => segment !== second[index]);
      return Number(isParameter(first[place])) - Number(isParameter(second[place]));
    });
}

/** Compares both routers on one request. @returns whether they differ in one of the two permitted ways */
function compare(definition: Document, routers: ReturnType<typeof routersOf>, method: string, path: string): boolean {
  const { error, allow, ...found } = routers.ofIndexed(method, path) as { error?: string; allow?: string[] };
  const stock = routers.ofStock(method, path);
  const [template, ...others] = templatesOf(routers.paths, path);
  const item = template === undefined ? {} : (definition.paths?.[template] as Record<string, { operationId: string } | undefined>);
  const readable = isReadable(template, path);
  if (error === '405') expect([...(allow ?? [])].sort()).toEqual(Object.keys(item).sort());
  if (!readable || (others.length > 0 && !item[method])) {
    expect([method, path, error]).toEqual([method, path, readable ? '405' : '404']);
    return JSON.stringify(stock) !== JSON.stringify({ error });
  }
  expect([method, path, error ? { error } : found]).toEqual([method, path, 'error' in stock ? { error: stock.error } : stock]);
  expect([method, path, error ?? (found as { operation: string }).operation]).toEqual([
    method,
    path,
    template === undefined ? '404' : (item[method]?.operationId ?? '405'),
  ]);
  return false;
}

/** Whether every parameter of the path can be decoded. */
function isReadable(template: string | undefined, path: string): boolean {
  const segments = path.split('/');
  try {
    for (const [index, segment] of (template?.split('/') ?? []).entries()) if (segment.startsWith('{')) decodeURIComponent(segments[index] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Generates paths from those of the definition: templates filled with values, the same with one change, and segments in random order. */
function somePath(paths: string[]): fc.Arbitrary<string> {
  const words = [...new Set(paths.flatMap((path) => path.split('/')).filter((segment) => !segment.startsWith('{')))];
  const word = fc.constantFrom('', ...words);
  const odd = fc.constantFrom(
    '%zz',
    '%',
    '%ff',
    '%2',
    '%2F',
    '%00',
    '.',
    '..',
    '%2e',
    ' x',
    'x ',
    'x;y',
    'a:b',
    '{id}',
    '__proto__',
    'constructor',
    '*',
    '+',
    '[x]',
    '(x)',
    '$',
    '^',
    '\\',
    'ä',
  );
  const value = fc.oneof(
    fc.uuid(),
    word.filter((text) => text !== ''),
    odd,
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map(encodeURIComponent),
    fc.stringMatching(/^[A-Za-z0-9._~!$&'()*+,;=:@-]{1,20}$/),
  );
  const filled = fc.constantFrom(...paths).chain((path) => {
    const segments = path.split('/');
    return fc.tuple(...segments.map((segment) => (segment.startsWith('{') ? value : fc.constant(segment)))).map((list) => list as string[]);
  });
  const changed = fc.tuple(filled, fc.nat(12), fc.oneof(word, value), fc.constantFrom('set', 'insert', 'remove', 'upper')).map(([list, at, text, how]) => {
    const place = 1 + (at % Math.max(1, list.length - 1));
    if (how === 'set') return list.with(Math.min(place, list.length - 1), text);
    if (how === 'insert') return list.toSpliced(place, 0, text);
    if (how === 'remove') return list.toSpliced(place, 1);
    return list.map((segment, index) => (index === place ? segment.toUpperCase() : segment));
  });
  const random = fc.array(fc.oneof(word, value), { maxLength: 8 }).map((list) => ['', ...list]);
  return fc.oneof(filled, changed, random).map((segments) => segments.join('/') || '/');
}

/** Returns a definition whose operations are named after their method and path. */
function definitionOf(paths: Record<string, string[]>): Document {
  const items = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((method) => [method, { operationId: `${method} ${path}`, responses: {} }])),
  ]);
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(items) };
}

const SHADOWS = definitionOf({
  '/': ['get'],
  '/things/': ['get', 'post'],
  '/things/recent/': ['get'],
  '/things/{id}/': ['get', 'put', 'delete'],
  '/things/{id}/parts/': ['get', 'post'],
  '/things/recent/parts/all/': ['get'],
  '/things/{id}/parts/sort/': ['post'],
  '/things/{id}/parts/{part}/': ['get', 'delete'],
  '/a/b/c/d/': ['get'],
  '/a/{x}/c/e/': ['get', 'post'],
  '/a/{x}/{y}/': ['get'],
  '/a/{x}/{y}/{z}/end/': ['get'],
  '/{any}/z/': ['get', 'patch'],
  '/{any}/': ['post'],
});

describe.each([
  ['the contract', JSON.parse(CONTRACT) as Document],
  ['a definition with many overlapping paths', SHADOWS],
])('on %s', (name, definition) => {
  const routers = routersOf(definition);

  test('every operation is found by its path, and the values in the path are decoded', () => {
    const value = 'a b/ä%?';
    for (const path of routers.paths)
      for (const [method, operation] of Object.entries(definition.paths?.[path] ?? {})) {
        const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
        expect(routers.ofIndexed(method, path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(value)))).toEqual({
          operation: (operation as { operationId: string }).operationId,
          params: Object.fromEntries(names.map((parameter) => [parameter, value])),
        });
      }
  });

  test('routing matches the stock router except for undeclared methods of literal paths and for broken escapes', () => {
    let differences = 0;
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), somePath(routers.paths), (method, path) => {
        if (path === path.trim() && compare(definition, routers, method, path)) differences++;
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    if (name !== 'the contract') expect(differences).toBeGreaterThan(0);
  });

  test('a path is found only if it is written exactly as declared', () => {
    for (const path of routers.paths.filter((one) => one !== '/').map((one) => one.replaceAll(/\{[^}]+\}/g, 'x')))
      for (const other of [path.slice(0, -1), `${path}/`, `/${path}`, path.slice(1), path.replace('/', '//'), `.${path}`, `x${path}`, `${path}?`, `${path}#`])
        expect([other, routers.ofIndexed('get', other)]).toEqual([other, { error: '404' }]);
  });
});

describe('if paths overlap,', () => {
  const { ofIndexed } = routersOf(SHADOWS);

  test.each([
    ['get', '/things/recent/', 'get /things/recent/'],
    ['get', '/things/recent%20/', 'get /things/{id}/'],
    ['get', '/things/rec%65nt/', 'get /things/{id}/'],
    ['post', '/things/x/parts/sort/', 'post /things/{id}/parts/sort/'],
    ['get', '/things/recent/parts/all/', 'get /things/recent/parts/all/'],
  ])('%s %s is routed to the literal path only if it is spelled exactly like it', (method, path, operation) => {
    expect(ofIndexed(method, path)).toMatchObject({ operation });
  });

  test.each([
    ['put', '/things/recent/', ['get']],
    ['delete', '/things/recent/', ['get']],
    ['get', '/things/x/parts/sort/', ['post']],
    ['delete', '/things/x/parts/sort/', ['post']],
    ['delete', '/things/recent/parts/all/', ['get']],
    ['patch', '/things/z/', ['get', 'put', 'delete']],
  ])('%s %s returns 405 and is not routed to a less specific template', (method, path, allow) => {
    expect(ofIndexed(method, path)).toEqual({ error: '405', allow });
  });

  test.each([
    ['get', '/things/recent/parts/', 'get /things/{id}/parts/', { id: 'recent' }],
    ['delete', '/things/recent/parts/x/', 'delete /things/{id}/parts/{part}/', { id: 'recent', part: 'x' }],
    ['post', '/things/recent/parts/sort/', 'post /things/{id}/parts/sort/', { id: 'recent' }],
    ['post', '/a/b/c/e/', 'post /a/{x}/c/e/', { x: 'b' }],
    ['get', '/a/b/c/', 'get /a/{x}/{y}/', { x: 'b', y: 'c' }],
    ['get', '/a/b/c/d/end/', 'get /a/{x}/{y}/{z}/end/', { x: 'b', y: 'c', z: 'd' }],
    ['patch', '/a/z/', 'patch /{any}/z/', { any: 'a' }],
  ])('%s %s is routed to a template if the literal segment leads nowhere', (method, path, operation, params) => {
    expect(ofIndexed(method, path)).toEqual({ operation, params });
  });

  test.each(['%', '%zz', '%ff', '%c3', '%ed%a0%80', 'a%'])('a path whose parameter is %s returns 404', (value) => {
    for (const method of ['get', 'put', 'patch']) expect(ofIndexed(method, `/things/${value}/`)).toEqual({ error: '404' });
  });

  test('an escaped slash does not separate segments, and a parameter cannot be empty', () => {
    expect(ofIndexed('get', '/things/a%2Fb/')).toEqual({ operation: 'get /things/{id}/', params: { id: 'a/b' } });
    expect(ofIndexed('get', '/things//')).toEqual({ error: '404' });
    expect(ofIndexed('get', '/things/x/parts//')).toEqual({ error: '404' });
  });

  test('names such as __proto__ and constructor are ordinary parameter values', () => {
    for (const id of ['__proto__', 'constructor', 'toString'])
      expect(ofIndexed('get', `/things/${id}/`)).toEqual({ operation: 'get /things/{id}/', params: { id } });
    for (const method of ['__proto__', 'constructor', 'toString']) expect(ofIndexed(method, '/things/x/')).toMatchObject({ error: '405' });
  });
});

test('an operation is found by its id', () => {
  const router = new IndexedRouter({ definition: JSON.parse(CONTRACT) as Document, ignoreTrailingSlashes: false });
  for (const operation of router.getOperations()) expect(router.getOperation(operation.operationId ?? '')).toBe(operation);
  expect(router.getOperation('nothing')).toBeUndefined();
  expect(new Set(router.getOperations().map(({ operationId }) => operationId)).size).toBe(router.getOperations().length);
});

test('the service compiles no schema while it starts and handles requests', async () => {
  const Ajv = (createRequire(import.meta.url)('ajv/dist/core') as { default: { prototype: Record<string, (...given: unknown[]) => unknown> } }).default;
  const called: string[] = [];
  for (const name of ['compile', 'compileAsync', 'addSchema', 'addKeyword']) {
    const original = Ajv.prototype[name] as (...given: unknown[]) => unknown;
    Ajv.prototype[name] = function (this: unknown, ...given: unknown[]) {
      called.push(name);
      return original.apply(this, given);
    };
  }
  const app = await startTestApp();
  try {
    const org = await newOrganisation(app);
    const course = await org.newCourse();
    const chapter = await org.newChapter(course.id);
    await org.newLesson(course.id, chapter.id, { content: { body: 'Text.' } });
    const answers = await Promise.all([
      org.call('get', 'courses/?page=x'),
      org.call('post', 'courses/', { title: 1 }),
      org.call('patch', 'org-settings/', { currency: 'euro' }),
      org.call('get', 'nothing/'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 404]);
  } finally {
    await app.close();
  }
  expect(called).toEqual([]);
});
