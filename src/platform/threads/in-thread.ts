import type { MessagePort } from 'node:worker_threads';

/** What a thread says while it works. */
export type FromThread<Part> = { state: 'started' | 'over' } | { part: Part };

/** What a thread is given for one task. */
export interface ThreadTask<Task> {
  task: Task;
  port: MessagePort;
}

/** What libraries say about the files of users must not reach the console. */
process.stdout.write = process.stderr.write = () => true;

/** Makes what a module exports as its default so that `openThreads` can run it. `send` passes a part of the answer on before the rest. */
export const inThread =
  <Task, Answer, Part = never>(work: (task: Task, send: (part: Part) => void) => Answer | Promise<Answer>) =>
  async ({ task, port }: ThreadTask<Task>): Promise<Answer> => {
    const say = (message: FromThread<Part>): void => port.postMessage(message);
    say({ state: 'started' });
    try {
      return await work(task, (part) => say({ part }));
    } finally {
      say({ state: 'over' });
    }
  };
