import type { Run } from './run.ts';
import type { Tool } from './tool.ts';

export interface Judge {
  tool: Tool;
  /** `folder` is the judge's own working folder. */
  judge(contract: string, folder: string): Promise<Verdict>;
}

export interface Verdict {
  /** What was judged, beyond the contract itself. */
  subject?: string;
  findings: string[];
}

/** The finding where a tool fails without naming one. */
export function failure({ status, stdout, stderr }: Run): string {
  return `ended with status ${status}\n${stdout}${stderr}`.trim();
}

export function count(things: unknown[], noun: string): string {
  return `${things.length} ${noun}${things.length === 1 ? '' : 's'}`;
}
