import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { needOf, REQUESTS_A_DAY } from '../scripts/capacity/model.ts';
import { SETTINGS } from '../src/config.ts';
import { anchorOf, GUIDES, guidePages, RULES, STORIES } from '../src/http/guides.ts';

const DOCUMENTS = ['README.md', ...Object.values(GUIDES), ...Object.values(STORIES), ...Object.values(RULES), 'scripts/sdk/README.md'];
const read = (file: string) => readFileSync(file, 'utf8');
/** Without what stands in examples. */
const prose = (file: string) => read(file).replaceAll(/^```.*?^```$/gms, '');
const anchorsOf = (file: string) => [...prose(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test('every link of the README and the guides leads to a file and a heading that exist', () => {
  const broken = DOCUMENTS.flatMap((file) =>
    [...prose(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, path = '', anchor]) => {
      const target = path ? normalize(join(dirname(file), path)) : file;
      return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor)) ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('each heading of a guide stands in its table of contents, in this order, and the README is at most 200 lines long', () => {
  for (const file of Object.values(GUIDES)) {
    const listed = [...prose(file).matchAll(/^- \[(.+)\]\(#/gm)].map(([, heading]) => heading);
    expect([file, listed]).toEqual([file, [...prose(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)]);
  }
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(201);
});

test("the operator's guide describes each variable that the configuration reads, and no other", () => {
  const variables: ReadonlySet<string> = new Set(SETTINGS);
  const described = [...read(GUIDES.operations).matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) => names.match(/[A-Z0-9_]+/g) ?? []);
  const ofCompose = new Set(['FILES_URL', 'FILES_HOST', 'TLS_CERTIFICATE', 'WEB_WORKERS', 'JOB_WORKERS', 'SECRETS']);
  expect([...variables].filter((name) => !described.includes(name) && !name.startsWith('OTEL_'))).toEqual([]);
  expect(described.filter((name) => !variables.has(name) && !ofCompose.has(name))).toEqual([]);
});

test('the table of sizes is what `make capacity` computes', () => {
  const costs = REQUESTS_A_DAY.map(({ row }) => ({ name: row, service: 0, database: 0 }));
  const rows = [...read(GUIDES.operations).matchAll(/^\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+) GB \|$/gm)].map((row) =>
    row.slice(1).map((cell) => Number(cell.replaceAll(',', ''))),
  );
  expect(rows).toHaveLength(4);
  for (const [learners = 0, , requests, writes, gigabytes = 0] of rows) {
    const need = needOf(learners, costs);
    expect([learners, Math.round(need.requestsPerSecond), Math.round(need.writesPerSecond)]).toEqual([learners, requests, writes]);
    expect(Math.abs(need.gigabytes / gigabytes - 1)).toBeLessThan(0.1);
  }
});

test('the service shows each guide as a page, whose links lead to its own pages and headings or elsewhere in the world', async () => {
  const http = supertest(express().use(guidePages()));
  const pages = new Map<string, string>(
    await Promise.all(
      [...Object.keys(GUIDES), 'guides', ...Object.keys({ ...STORIES, ...RULES }).map((name) => `guides/${name}`)].map(
        async (name) => [`/docs/${name}`, (await http.get(`/docs/${name}`).expect(200).expect('Content-Type', /html/)).text] as const,
      ),
    ),
  );
  const missing = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/<a href="([^"]+)"/g)].filter(([, href = '']) => {
      const { pathname, hash, origin } = new URL(href, `http://service${path}`);
      if (origin !== 'http://service' || ['/docs'].includes(pathname)) return false;
      return !(pages.has(pathname) && (hash === '' || pages.get(pathname)?.includes(`id="${hash.slice(1)}"`)));
    }),
  );
  expect(missing).toEqual([]);
  expect(pages.get('/docs/operations')).toContain('<table>');
  expect(pages.get('/docs/operations')).toContain('<h3 id="lmsdown">');
  expect(pages.get('/docs/operations')).toContain('href="/docs/development#compatible-migrations"');
});

test('the contract links only to guides and headings that exist', () => {
  const links = [...read('openapi.json').matchAll(/\]\(\/docs\/guides\/([\w-]+)(?:#([\w-]+))?\)/g)];
  expect(links.length).toBeGreaterThan(5);
  const files: Record<string, string> = { ...STORIES, ...RULES };
  expect(links.filter(([, name = '', anchor]) => !files[name] || (anchor !== undefined && !anchorsOf(files[name]).includes(anchor)))).toEqual([]);
});

test('the guide to the losses of an import explains each kind of loss that the contract has, and no other', () => {
  const { components } = JSON.parse(read('openapi.json'));
  const explained = [...read(RULES['course-imports']).matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind).filter((kind) => kind !== 'kind');
  expect(explained.sort()).toEqual([...components.schemas.CourseImportWarningKind.enum].sort());
});
