import { fileURLToPath } from 'node:url';
import { failure, type Judge } from './judge.ts';
import type { Run } from './run.ts';
import { runTool, type Tool } from './tool.ts';

const ruleset = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface RedoclyReport {
  problems: { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[];
}

type SpectralReport = { severity: number; code: string; message: string; path: (string | number)[] }[];

const SPECTRAL_SEVERITIES = ['error', 'warn', 'info', 'hint'];

export const linters: Judge[] = [
  linter(
    { package: '@redocly/cli', command: 'redocly' },
    (contract) => ['lint', '--config', ruleset('redocly.yaml'), '--lint-config=error', '--format=json', '--max-problems=1000', contract],
    (report: RedoclyReport) =>
      report.problems.map((problem) => `${problem.severity} ${problem.ruleId} ${problem.location[0]?.pointer ?? '#/'} ${problem.message}`),
  ),
  linter(
    { package: '@stoplight/spectral-cli', command: 'spectral' },
    (contract) => ['lint', '--ruleset', ruleset('spectral.yaml'), '--fail-severity=hint', '--format=json', '--quiet', contract],
    (report: SpectralReport) =>
      report.map((result) => `${SPECTRAL_SEVERITIES[result.severity]} ${result.code} #/${result.path.map(pointerPart).join('/')} ${result.message}`),
  ),
];

function linter<Report>(tool: Tool, args: (contract: string) => string[], findingsOf: (report: Report) => string[]): Judge {
  return {
    tool,
    async judge(contract, folder) {
      const run = await runTool(tool, args(contract), folder);
      const findings = findingsOf(reportOf(run));
      return { findings: run.status !== 0 && findings.length === 0 ? [failure(run)] : findings };
    },
  };
}

function reportOf<Report>(run: Run): Report {
  try {
    return JSON.parse(run.stdout);
  } catch {
    throw new Error(failure(run));
  }
}

function pointerPart(part: string | number): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}
