import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hold, releaseAll, releaseWhateverHappens } from '../bench/clean-up.ts';
import { generators } from './generators.ts';
import { installJudges } from './install.ts';
import { count, type Judge, type Verdict } from './judge.ts';
import { linters } from './linters.ts';
import { startProxiedService } from './proxied-service.ts';
import { schemas } from './schemas.ts';
import { PACKAGES, versionOf } from './tool.ts';

/**
 * Checks the contract with independent judges: linters, and SDK generators whose output must compile and drive the service through a validating proxy.
 * The manifests of SCORM packages are checked with the published schemas.
 * Any finding fails the run.
 * Usage: main.ts [contract] [--keep]. The argument selects another document, and --keep keeps the generated SDKs.
 */
const { values, positionals } = parseArgs({ options: { keep: { type: 'boolean', default: false } }, allowPositionals: true });
const contract = resolve(positionals[0] ?? fileURLToPath(new URL('../../openapi.json', import.meta.url)));

await installJudges();
releaseWhateverHappens();
const workspace = await mkdtemp(join(tmpdir(), 'lms-judges-'));
await hold(workspace, () => (values.keep ? console.log(`The generated SDKs are in ${workspace}.`) : rm(workspace, { recursive: true, force: true })));
// The generated code resolves the runtimes that it imports through this link.
await symlink(PACKAGES, join(workspace, 'node_modules'));

const service = await startProxiedService(contract, join(workspace, 'data'));
const waiting = [...generators, ...linters, ...schemas];
const passed = await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    let all = true;
    for (let judge = waiting.shift(); judge; judge = waiting.shift()) all = (await passes(judge)) && all;
    return all;
  }),
);
process.exitCode = passed.every(Boolean) ? 0 : 1;
await releaseAll();

async function passes(judge: Judge): Promise<boolean> {
  const start = performance.now();
  const { subject, findings } = await verdictOf(judge);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const summary = [count(findings, 'finding'), ...(subject ? [subject] : [])].join(', ');
  console.log(`${judge.tool.package.padEnd(24)} ${(await versionOf(judge.tool)).padEnd(8)} ${summary.padEnd(58)} ${seconds.padStart(5)} s`);
  for (const finding of findings) console.log(finding.replaceAll(/^/gm, '  '));
  return findings.length === 0;
}

async function verdictOf(judge: Judge): Promise<Verdict> {
  const folder = join(workspace, judge.tool.command);
  await mkdir(folder);
  return judge.judge(contract, folder, service).catch((error) => ({ findings: [error instanceof Error ? error.message : String(error)] }));
}
