import { readdirSync, readFileSync } from 'node:fs';
import { operationTable } from '../generated/operations.ts';
import { filesBelow, importsOf, loadedBy } from './support/source.ts';

/** What each layer may import. Data flows one way: contract -> http -> operations -> domain -> platform. */
const REACHES: Record<string, RegExp> = {
  'src/platform': /^(src\/platform|generated\/database)/,
  'src/domain': /^(src\/(domain|platform)|generated\/(api|database|messages|request-validators|web-app-routes|event-examples))/,
  'src/jobs': /^(src\/(jobs|domain|platform)|generated\/jobs)/,
  'src/operations': /^src\/(domain|http\/(handler|paging|file-reply))/,
  'src/http': /^(src\/(http|domain|platform)|generated)/,
  'src/processes': /^src\/(processes|platform|config\.ts|domain\/upkeep\/demo)/,
  'src/pages': /^(src\/(pages|http|domain|platform)|generated)/,
};

test.each(Object.entries(REACHES))('%s imports only the layers below it', (layer, allowed) => {
  const wrong = filesBelow(layer).flatMap((file) =>
    importsOf(file)
      .filter((target) => /^(src|generated|scripts|test|migrations)\//.test(target) && !allowed.test(target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('the domain does not depend on HTTP, and only the platform reads the system time', () => {
  const http = filesBelow('src/domain').filter((file) => importsOf(file).some((target) => /^(express|openapi-backend|node:http)/.test(target)));
  expect(http).toEqual([]);
  const time = filesBelow('src').filter((file) => !file.startsWith('src/platform/') && /Date\.now\(\)/.test(readFileSync(file, 'utf8')));
  expect(time).toEqual([]);
});

test('no statement ignores case by the locale of the database', () => {
  const lines = filesBelow('src').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /\b(lower|initcap)\(|\bilike\b|~\*/i.test(line) && !line.includes('lower(part)') && !line.includes(' collate '))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(lines).toEqual([]);
});

test('only one module takes advisory locks, and no two of its namespaces have the same number', () => {
  const takers = filesBelow('src').filter((file) => /pg_(try_)?advisory/.test(readFileSync(file, 'utf8')));
  expect(takers).toEqual(['src/platform/database/locks.ts']);
  const numbers = [...readFileSync('src/platform/database/locks.ts', 'utf8').matchAll(/^ {2}\w+: (\d+),$/gm)].map(([, number]) => number);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('only one module loads sharp, which limits what it reads and gives its threads their priority', () => {
  const loaders = filesBelow('src').filter((file) => /^import (?!type).*from 'sharp'|(?<!typeof )import\('sharp'\)/m.test(readFileSync(file, 'utf8')));
  expect(loaders).toEqual(['src/platform/images/sharp.ts']);
});

test('only classes have accessors: an object literal with one stays in memory, with all that it refers to, until a full garbage collection', () => {
  const literals = filesBelow('src').filter((file) => /^ {3,}[gs]et \w+\(\w*\)/m.test(readFileSync(file, 'utf8')));
  expect(literals).toEqual([]);
});

test('source files do not import one another in a cycle, not even for types', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file)) return;
    for (const next of importsOf(file)) if (next.startsWith('src/')) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of filesBelow('src')) visit(file, []);
  expect(circles).toEqual([]);
});

test('a start loads no operation, job or page, and of the packages only those that every process needs', () => {
  const loaded = new Set(['src/main.ts', 'src/service.ts']);
  for (const file of loaded) if (file.endsWith('.ts')) for (const target of loadedBy(file)) loaded.add(target);
  expect([...loaded].filter((file) => /^src\/(operations|pages|domain\/(?!kernel\/jobs\.ts).*\/jobs\.ts$)/.test(file))).toEqual([]);
  expect([...loaded].filter((target) => !/^(src|generated|node:)/.test(target)).sort()).toEqual([
    '@fastify/busboy',
    'ajv-formats/dist/formats.js',
    'connect-pg-simple',
    'connect-redis',
    'content-disposition',
    'cookie',
    'cookie-signature',
    'dataloader',
    'express',
    'express-session',
    'forwarded-parse',
    'graphile-worker',
    'helmet',
    'ipaddr.js',
    'kysely',
    'kysely/migration',
    'openapi-backend',
    'pg',
    'pino',
    'prom-client',
    'temporal-polyfill',
    'tldts',
    'uuid',
  ]);
});

test('every operation is one file of at most 40 lines, in the folder of its tag and named after its id', () => {
  const expected = Object.entries(operationTable).map(([id, row]) => `src/operations/${row.folder}/${id}.ts`);
  expect(filesBelow('src/operations').sort()).toEqual(expected.sort());
  const long = filesBelow('src/operations').filter((file) => readFileSync(file, 'utf8').split('\n').length > 41);
  expect(long).toEqual([]);
});

test('the top level contains only the files and folders that the README describes', () => {
  const known = [
    'openapi.json',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'scripts',
    'src',
    'generated',
    'migrations',
    'test',
    'Makefile',
    'README.md',
    'node_modules',
  ];
  expect(readdirSync('.').filter((name) => !name.startsWith('.') && !known.includes(name))).toEqual([]);
});
