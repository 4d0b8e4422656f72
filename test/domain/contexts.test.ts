import { readFileSync } from 'node:fs';
import contexts from '../../src/domain/contexts.json' with { type: 'json' };
import { filesBelow, importsOf } from '../support/source.ts';

const DOMAIN = 'src/domain/';
const files = filesBelow(DOMAIN);
const order = contexts.order as string[][];
const publicFiles = contexts.public as Record<string, string[]>;

/** The files in which an area registers its events, jobs, personal data and sealed columns with the service. */
const REGISTRATION = /\/(events|jobs|personal-data|sealed-columns)\.ts$/;

const contextOf = (file: string): string => file.slice(DOMAIN.length).split('/')[0] ?? '';
/** Returns, for example, `studio/courses`. Files directly in a context form an area of their own. */
const areaOf = (file: string): string => file.slice(DOMAIN.length).split('/').slice(0, -1).slice(0, 2).join('/');
const rankOf = (context: string): number => order.findIndex((group) => group.includes(context));

const imports = files.flatMap((from) =>
  importsOf(from)
    .filter((to) => to.startsWith(DOMAIN))
    .map((to) => ({ from, to })),
);
const across = imports.filter(({ from, to }) => contextOf(from) !== contextOf(to));

test('every file of the domain belongs to a context listed in contexts.json', () => {
  expect(files.filter((file) => rankOf(contextOf(file)) === -1)).toEqual([]);
});

test('a context imports only contexts from earlier groups in contexts.json', () => {
  const wrong = across.filter(({ from, to }) => rankOf(contextOf(to)) >= rankOf(contextOf(from)));
  expect(wrong).toEqual([]);
});

test('areas do not import one another in a cycle', () => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) if (areaOf(from) !== areaOf(to)) edges.set(areaOf(from), (edges.get(areaOf(from)) ?? new Set()).add(areaOf(to)));
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (area: string, path: readonly string[]): void => {
    if (path.includes(area)) return void circles.push([...path.slice(path.indexOf(area)), area].join(' -> '));
    if (done.has(area)) return;
    for (const next of edges.get(area) ?? []) visit(next, [...path, area]);
    done.add(area);
  };
  for (const area of edges.keys()) visit(area, []);
  expect(circles).toEqual([]);
});

test('a context imports only the public files of other contexts, and every public file is used', () => {
  const wanted = across
    .filter(({ to }) => contextOf(to) !== 'kernel' && !REGISTRATION.test(to))
    .map(({ from, to }) => ({ from, context: contextOf(to), file: to }));
  const nameOf = ({ context, file }: { context: string; file: string }) => file.slice(`${DOMAIN}${context}/`.length, -'.ts'.length);
  expect(wanted.filter((one) => !publicFiles[one.context]?.includes(nameOf(one)))).toEqual([]);
  const used = new Set(wanted.map((one) => `${one.context}/${nameOf(one)}`));
  const listed = Object.entries(publicFiles).flatMap(([context, names]) => names.map((name) => `${context}/${name}`));
  expect(listed.filter((name) => !used.has(name))).toEqual([]);
});

test('the domain contains no index files', () => {
  expect(files.filter((file) => file.endsWith('/index.ts'))).toEqual([]);
});

const WRITES =
  /(?:(?:insertInto|updateTable|deleteFrom)\(|deleteInBatches\(db, )'(\w+)'|(?:insert into|delete from|update)\s+(\w+)\s+(?:\(|set|using|where|select)/g;

test('each table is written by only one context', () => {
  const writers = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, built, raw] of readFileSync(file, 'utf8').matchAll(WRITES)) {
      const table = (built ?? raw) as string;
      writers.set(table, (writers.get(table) ?? new Set()).add(contextOf(file)));
    }
  expect(writers.size).toBeGreaterThan(40);
  expect([...writers].filter(([, by]) => by.size > 1).map(([table, by]) => `${table}: ${[...by].join(', ')}`)).toEqual([]);
});
