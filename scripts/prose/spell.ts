// Checks the spelling of the contract, the guides and the pages of errors, in British English. Words that no dictionary has are in cspell.json.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Document, operationsOf, readContract, resolve } from '../contract/document.ts';
import { contractTexts, markdownFiles, problemTexts, withoutCode } from './texts.ts';

const CSPELL = fileURLToPath(new URL('../../node_modules/cspell/bin.mjs', import.meta.url));
const CONFIG = fileURLToPath(new URL('cspell.json', import.meta.url));

const document = await readContract();
const names = namesOf(document);
const lines = [...contractTexts(document), ...markdownFiles(), ...problemTexts()].flatMap(({ where, text }) =>
  withoutCode(text)
    .split('\n')
    .map((line, index) => ({ where: where.endsWith('.md') ? `${where}:${index + 1}` : where, line: withoutNames(line) })),
);
const { status, stdout, stderr } = spawnSync(process.execPath, [CSPELL, 'lint', '--no-progress', '--no-summary', '--no-color', '--config', CONFIG, 'stdin'], {
  input: lines.map(({ line }) => line).join('\n'),
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
});
if (status !== 0) {
  for (const [, line = '', what = ''] of stdout.matchAll(/^[^\n]*?:(\d+):\d+ - ([^\n]*)$/gm)) console.error(`${lines[Number(line) - 1]?.where}: ${what}`);
  if (!stdout) console.error(stderr);
  console.error('Correct the word, or add it to scripts/prose/cspell.json if it is spelt as it should be.');
  process.exit(1);
}

/** Returns the published names of the contract, which keep their spelling: operations, tags, schemas, parameters, members, codes, events and values. */
function namesOf(contract: Document): Set<string> {
  const found = new Set<string>([...Object.keys(contract.components.schemas), ...Object.keys(contract.webhooks ?? {})]);
  for (const { operation } of operationsOf(contract)) {
    found.add(operation.operationId);
    for (const { name } of (operation.parameters ?? []).map((parameter) => resolve(contract, parameter))) found.add(name);
  }
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, child] of Object.entries(value)) {
      if (key === 'properties' && child !== null) for (const member of Object.keys(child as object)) found.add(member);
      if ((key === 'enum' || key === 'x-codes') && Array.isArray(child)) for (const one of child) found.add(String(one));
      if (key === 'const') found.add(String(child));
      visit(child);
    }
  };
  visit(contract);
  return found;
}

/** Blanks published names that stand in prose without backticks. A name that is also an ordinary word, such as `color`, is spelt as a word. */
function withoutNames(line: string): string {
  return line.replaceAll(/[A-Za-z][\w.-]*/g, (word) =>
    /[a-z][A-Z]|[._]|\d/.test(word) && names.has(word.replace(/\.$/, '')) ? ' '.repeat(word.length) : word,
  );
}
