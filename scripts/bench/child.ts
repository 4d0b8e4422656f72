import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hold } from './clean-up.ts';

export interface Child {
  pid: number;
  /** Sends a question and waits for the answer. Only one question can be asked at a time. */
  ask<A>(question: unknown): Promise<A>;
  stop(): Promise<void>;
}

/** Runs a module of this folder in a separate process. */
export async function forkChild(module: string, execArgv: string[] = [], env: Record<string, string> = {}): Promise<Child> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), { execArgv, env: { ...process.env, ...env } });
  const stop = () => endProcess(child);
  await hold(child, stop);
  return {
    pid: child.pid as number,
    ask: (question) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error(`${module} exited`));
        child.once('exit', ended);
        child.once('message', ({ answer }: { answer: never }) => {
          child.off('exit', ended);
          resolve(answer);
        });
        child.send(question as object);
      }),
    stop,
  };
}

/** Answers questions of `ask` in the child. A failure ends the process. */
export function answerParent<Q, A>(work: (question: Q) => Promise<A>): void {
  process.on('message', (question: Q) => void work(question).then((answer) => process.send?.({ answer })));
  process.on('disconnect', () => process.exit());
}

/** Asks the process to end, and kills it if it has not ended after five seconds. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(kill);
}
