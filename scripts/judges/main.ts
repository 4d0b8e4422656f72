import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generators } from './generators.ts';
import { installJudges } from './install.ts';
import { count, type Judge, type Verdict } from './judge.ts';
import { linters } from './linters.ts';
import { PACKAGES, versionOf } from './tool.ts';

/**
 * Checks the contract with independent judges: linters, and SDK generators whose output must compile. Any finding fails the run.
 * Usage: main.ts [contract] [--keep]. The argument selects another document, and --keep keeps the generated SDKs.
 */
const { values, positionals } = parseArgs({ options: { keep: { type: 'boolean', default: false } }, allowPositionals: true });
const contract = resolve(positionals[0] ?? fileURLToPath(new URL('../../openapi.json', import.meta.url)));

await installJudges();
const workspace = await mkdtemp(join(tmpdir(), 'lms-judges-'));
process.once('exit', () => {
  if (values.keep) console.log(`The generated SDKs are in ${workspace}.`);
  else rmSync(workspace, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// The generated code finds the runtimes that it imports here.
await symlink(PACKAGES, join(workspace, 'node_modules'));

const waiting = [...generators, ...linters];
const passed = await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    let all = true;
    for (let judge = waiting.shift(); judge; judge = waiting.shift()) all = (await passes(judge)) && all;
    return all;
  }),
);
process.exitCode = passed.every(Boolean) ? 0 : 1;

async function passes(judge: Judge): Promise<boolean> {
  const start = performance.now();
  const { subject, findings } = await verdictOf(judge);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const summary = [count(findings, 'finding'), ...(subject ? [subject] : [])].join(', ');
  console.log(`${judge.tool.package.padEnd(24)} ${(await versionOf(judge.tool)).padEnd(8)} ${summary.padEnd(44)} ${seconds.padStart(5)} s`);
  for (const finding of findings) console.log(finding.replaceAll(/^/gm, '  '));
  return findings.length === 0;
}

async function verdictOf(judge: Judge): Promise<Verdict> {
  const folder = join(workspace, judge.tool.command);
  await mkdir(folder);
  return judge.judge(contract, folder).catch((error) => ({ findings: [error instanceof Error ? error.message : String(error)] }));
}
