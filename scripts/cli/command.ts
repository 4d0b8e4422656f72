import type { Readable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';

/** The environment, input and outputs of a command, which tests can replace. */
export interface Io {
  env: Record<string, string | undefined>;
  /** Standard input. */
  input: Readable;
  out(text: string): void;
  err(text: string): void;
  /** Whether colours are wanted. */
  colour: boolean;
  /** Terminal on which progress is shown. */
  terminal: { isTTY?: boolean; columns?: number; write(text: string): unknown };
  /** Asks the person at the terminal. A secret is not shown while it is typed. */
  ask(question: string, options?: { isSecret?: boolean }): Promise<string>;
  /** Returns a signal that Ctrl+C aborts from then on. Before that, and when it is pressed again, Ctrl+C ends the program at once. */
  interruption(): AbortSignal;
}

export type Values = Record<string, string | boolean | string[] | undefined>;

export interface Command {
  summary: string;
  /** Text that `--help` shows, with examples. */
  help: string;
  options?: ParseArgsOptionsConfig;
  /** Words that can follow, for completion. */
  words?: readonly string[];
  /** Runs the command, and returns the exit code. */
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
