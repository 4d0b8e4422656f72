import { Readable } from 'node:stream';
import type { Io } from '../../scripts/cli/command.ts';
import { run } from '../../scripts/cli/run.ts';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs `lms` in this process, and returns what it prints. */
export async function lms(args: string[], env: Record<string, string>, io: Partial<Io> = {}): Promise<Ran> {
  const ran: Ran = { code: 0, out: '', err: '' };
  const err = (text: string): void => {
    ran.err += text;
  };
  ran.code = await run(args, {
    env,
    input: Readable.from([]),
    out: (text) => {
      ran.out += text;
    },
    err,
    colour: false,
    terminal: { write: () => {} },
    ask: async (question) => {
      throw new Error(`nobody answers ${question}`);
    },
    interruption: () => AbortSignal.timeout(60_000),
    ...io,
  });
  return ran;
}
