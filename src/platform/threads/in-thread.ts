import { type MessagePort, threadId } from 'node:worker_threads';

/** A message that a thread sends while it works. */
export type FromThread<Part> = { state: 'started'; threadId: number } | { state: 'over' } | { part: Part };

/** The input of a thread for one task. */
export interface ThreadTask<Task> {
  task: Task;
  port: MessagePort;
}

/** The output of libraries about the files of users must not reach the console. */
process.stdout.write = process.stderr.write = () => true;

/**
 * Makes the default export of a module that `openThreads` can run. `send` passes a part of the answer on before the rest, and returns the reply of the
 * receiver. Work that waits for the reply sends no more than can be received.
 */
export const inThread =
  <Task, Answer, Part = never, Reply = void>(work: (task: Task, send: (part: Part) => Promise<Reply>) => Answer | Promise<Answer>) =>
  async ({ task, port }: ThreadTask<Task>): Promise<Answer> => {
    const say = (message: FromThread<Part>): void => port.postMessage(message);
    // Parts are received in order, and so are the replies.
    const waiting: ((reply: Reply) => void)[] = [];
    port.on('message', (reply: Reply) => waiting.shift()?.(reply));
    const send = (part: Part): Promise<Reply> => {
      const { promise, resolve } = Promise.withResolvers<Reply>();
      waiting.push(resolve);
      say({ part });
      return promise;
    };
    say({ state: 'started', threadId });
    try {
      return await work(task, send);
    } finally {
      say({ state: 'over' });
    }
  };
