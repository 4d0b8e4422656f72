import { readdirSync, readFileSync } from 'node:fs';
import { operationTable } from '../generated/operations.ts';
import { filesBelow, importsOf } from './support/source.ts';

/** What each layer may reach: data flows one way, contract -> http -> operations -> domain -> platform. */
const REACHES: Record<string, RegExp> = {
  'src/platform': /^(src\/platform|generated\/database)/,
  'src/domain': /^(src\/(domain|platform)|generated\/(api|database|request-validators))/,
  'src/jobs': /^src\/(jobs|domain|platform)/,
  'src/operations': /^src\/(domain|http\/(handler|paging|file-reply))/,
  'src/http': /^(src\/(http|domain|platform)|generated)/,
};

test.each(Object.entries(REACHES))('%s imports only what lies below it', (layer, allowed) => {
  const wrong = filesBelow(layer).flatMap((file) =>
    importsOf(file)
      .filter((target) => /^(src|generated|scripts|test|migrations)\//.test(target) && !allowed.test(target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('the domain knows no HTTP, and nobody but the port knows the time', () => {
  const http = filesBelow('src/domain').filter((file) => importsOf(file).some((target) => /^(express|openapi-backend|node:http)/.test(target)));
  expect(http).toEqual([]);
  const time = filesBelow('src').filter((file) => !file.startsWith('src/platform/') && /Date\.now\(\)/.test(readFileSync(file, 'utf8')));
  expect(time).toEqual([]);
});

test('no file imports itself by way of others, not even for types', () => {
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

test('an operation is one file of at most 40 lines, where its tag and its name say', () => {
  const expected = Object.entries(operationTable).map(([id, row]) => `src/operations/${row.folder}/${id}.ts`);
  expect(filesBelow('src/operations').sort()).toEqual(expected.sort());
  const long = filesBelow('src/operations').filter((file) => readFileSync(file, 'utf8').split('\n').length > 41);
  expect(long).toEqual([]);
});

test('the top level holds what the README says, and nothing else', () => {
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
