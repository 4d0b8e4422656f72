import type { ProxiedService } from './proxied-service.ts';
import type { Run } from './run.ts';
import type { Tool } from './tool.ts';

export interface Judge {
  tool: Tool;
  /** Judges the contract. `folder` is a working folder for this judge alone, and `service` a running service behind a validating proxy. */
  judge(contract: string, folder: string, service: ProxiedService): Promise<Verdict>;
}

export interface Verdict {
  /** Name of what was judged in addition to the contract itself. */
  subject?: string;
  findings: string[];
}

/** Returns the finding for a tool that fails without reporting any. */
export function failure({ status, stdout, stderr }: Run): string {
  return `exited with status ${status}\n${stdout}${stderr}`.trim();
}

export function count(things: unknown[], noun: string): string {
  return `${things.length} ${noun}${things.length === 1 ? '' : 's'}`;
}
