import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

export interface Run {
  status: number;
  stdout: string;
  stderr: string;
}

/** Puts the current Node first in PATH, and keeps tools from sending telemetry, looking for updates or asking questions. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  CI: 'true',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
  NO_UPDATE_NOTIFIER: '1',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_TELEMETRY: 'off',
  SCARF_ANALYTICS: 'false',
};

export function run(command: string, args: string[], cwd: string, environment: NodeJS.ProcessEnv = {}): Promise<Run> {
  const child = spawn(command, args, { cwd, env: { ...ENVIRONMENT, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 1, stdout, stderr }));
  });
}
