import { readFileSync } from 'node:fs';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import ts from 'typescript';
import { contractFaults } from '../../scripts/contract/check.ts';
import { type Document, mapSchema, patternsOf, readContract } from '../../scripts/contract/document.ts';
import { isLinear, isLinearPattern } from '../../scripts/contract/linear.ts';
import { quickest } from '../support/cpu-time.ts';
import { someOf } from '../support/sample.ts';
import { filesBelow } from '../support/source.ts';

/** Expressions for which the proof fails, because they begin to search at every place of the text, and why that does no harm. */
const HARMLESS: Readonly<Record<string, string>> = {
  '/"\\$(\\w+)"/g': 'reads only the guides',
  '/"#\\/components\\/(\\w+)\\/([\\w.-]+)"/g': 'reads only the contract',
  '/`([^`]+)`/g': 'reads only texts of the service',
  '/<([^<>]+)>\\s*$/': 'reads only the configuration',
  '/\\/+$/': 'reads only the configuration',
  '/\\{(\\w+)\\}/g': 'reads only paths of the contract',
  '/^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/': 'reads only the configuration',
  '/^(?:\\[(.+)\\]|([^:]+))(?::(\\d{1,5}))?$/': 'reads only the configuration',
  '/^[^.]*$|(?:^|\\.)(?:localhost|local|internal|home\\.arpa)$/': 'reads only the configuration',
  '/\\.([^.]+)$/': 'reads names of at most 255 characters, and no match of a part contains another dot',
  '/\\.[a-z][a-z0-9-]*$/i': 'reads hosts of URLs of at most 4096 characters, and no match of a part contains another dot',
  '/\\.\\d{3}\\d*[1-9]/': 'reads times of at most 40 characters',
  '/<(?:\\?xml|!doctype|\\/?html|\\/?body)(?:\\s[^<>]*)?>/gi': 'no match of a part contains another <',
  '/<title[^>]{0,200}>([^<]{0,1000})</i': 'reads heads of pages of at most 20,000 characters',
  '/<meta\\s[^>]{0,50}name="workflow_state"[^>]{0,50}content="([a-z_]{1,30})"/i': 'reads heads of pages of at most 20,000 characters',
  '/<\\?xml[^>]{0,200}encoding\\s{0,9}=\\s{0,9}["\']([\\w.:-]{1,40})|<meta[^>]{0,200}charset\\s{0,9}=\\s{0,9}["\']?([\\w.:-]{1,40})/i':
    'reads the first 2,048 bytes of a text',
};

/** Texts made of these are hard for a pattern that can split them in several ways. */
const UNITS = [' ', '.', '. ', 'a', '-', 'a-', 'a.', '/', 'a/', '1', '1.', ':', 'a:', '@', 'a@', '%41', '?', 'é', '\t', '_', '+', 'T', '[', '::'];
const PREFIXES = ['', 'http://', 'a@', '2020-01-01T'];
const ENDS = ['', '/', ' ^'];
const LENGTH = 90_000;
/** The CPU time that a text may take at least, before its growth counts: the time of a short text cannot be measured. */
const NOTHING_MS = 25;

let contract: Document;
beforeAll(async () => {
  contract = await readContract();
});

type Check = RegExp | ((text: string) => boolean);

/** Fails if a text of 90 KB takes much more than twice the time of one of 45 KB. */
function expectLinear(name: string, check: (text: string) => unknown): void {
  for (const unit of UNITS)
    for (const prefix of PREFIXES)
      for (const end of ENDS) {
        const time = (length: number, runs: number) => {
          const text = prefix + unit.repeat(length / unit.length) + end;
          return quickest(() => check(text), runs);
        };
        if (time(LENGTH, 1) < NOTHING_MS) continue;
        const growing = (runs: number): number | null => {
          const long = time(LENGTH, runs);
          return long >= NOTHING_MS && long > 3 * time(LENGTH / 2, runs) ? long : null;
        };
        // Of few runs, a collection of garbage can fall into each.
        const long = growing(3) && growing(20);
        if (long !== null) throw new Error(`${name}: ${prefix}${unit}...${end} takes ${long} ms`);
      }
}

test('every pattern of the contract is proved to take linear time', () => {
  expect([...patternsOf(contract)].filter((pattern) => !isLinearPattern(pattern))).toEqual([]);
});

test('the contract is refused if one of its patterns can take more than linear time', () => {
  const pattern = '^[^/]*[^/.][^/]*$';
  const schemas = { Name: { type: 'string' as const, maxLength: 9, pattern } };
  const faults = contractFaults({ ...contract, paths: {}, webhooks: {}, components: { ...contract.components, schemas, parameters: {} } });
  expect(faults).toEqual([`${pattern}: the pattern can take more than linear time on some text`]);
});

test('no pattern of the contract takes much longer for 90 KB than for two texts of 45 KB', () => {
  for (const pattern of someOf([...patternsOf(contract)])) {
    const expression = new RegExp(pattern, 'u');
    expectLinear(pattern, (text) => expression.test(text));
  }
});

test('no format of the contract takes much longer for 90 KB than for two texts of 45 KB', () => {
  const formats = new Set<string>();
  mapSchema(contract, (schema) => {
    if (typeof schema.format === 'string') formats.add(schema.format);
    return schema;
  });
  expect(formats).toContain('uri');
  for (const name of formats) {
    const format = fullFormats[name as keyof typeof fullFormats] as Check | { validate: Check } | boolean | undefined;
    if (typeof format !== 'object' && typeof format !== 'function') continue;
    const check = 'validate' in format ? format.validate : format;
    expectLinear(name, check instanceof RegExp ? (text) => check.test(text) : check);
  }
});

test('every regular expression of the source is proved to take linear time, or is known to be harmless', () => {
  const literals = new Set(filesBelow('src').flatMap(literalsOf));
  const isProved = (literal: string) => {
    const end = literal.lastIndexOf('/');
    return isLinear(new RegExp(literal.slice(1, end), literal.slice(end + 1)));
  };
  expect(someOf([...literals]).filter((literal) => !Object.hasOwn(HARMLESS, literal) && !isProved(literal))).toEqual([]);
  expect(Object.keys(HARMLESS).filter((literal) => !literals.has(literal))).toEqual([]);
});

function literalsOf(file: string): string[] {
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return literals;
}
