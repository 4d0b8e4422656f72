import type { Readable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';

/** What a command sees of the world, so that tests can be one. */
export interface Io {
  env: Record<string, string | undefined>;
  /** Standard input. */
  input: Readable;
  out(text: string): void;
  err(text: string): void;
  /** Whether colours are wanted. */
  colour: boolean;
  /** Where progress is shown. */
  terminal: { isTTY?: boolean; columns?: number; write(text: string): unknown };
  /** Asks the person at the terminal. A secret is not shown while it is typed. */
  ask(question: string, options?: { isSecret?: boolean }): Promise<string>;
  /** Returns what Ctrl+C aborts from then on. Before, and when it is pressed again, it ends the program at once. */
  interruption(): AbortSignal;
}

export type Values = Record<string, string | boolean | string[] | undefined>;

export interface Command {
  summary: string;
  /** Shown by `--help`, with examples. */
  help: string;
  options?: ParseArgsOptionsConfig;
  /** The words that can follow, for completion. */
  words?: readonly string[];
  /** Returns the exit code. */
  run(positionals: string[], values: Values, io: Io): Promise<number>;
}

export const EXIT = { ok: 0, different: 1, usage: 2, refused: 3, unreachable: 4 } as const;

/** An error that the person at the command line can act on. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}
