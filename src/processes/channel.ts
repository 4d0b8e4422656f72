/** The other end of the connection between a primary process and one of its workers: `process` in a worker, a `Worker` of node:cluster in the primary. */
interface Peer {
  // biome-ignore lint/suspicious/noExplicitAny: the handle and the options of both sends, which are left out here
  send?(message: object, handle: any, options: any, done: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

interface Message {
  lms: 'ask' | 'answer';
  id: number;
  name?: string;
  value?: unknown;
  failed?: boolean;
}

type Answer = (value: unknown) => unknown;

/** Questions and answers between a primary process and a worker, in both directions. */
export class Channel {
  readonly #peer: Peer;
  readonly #answers: Readonly<Record<string, Answer>>;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #asked = 0;

  /** `answers` are what this end answers, by the name of the question. */
  constructor(peer: Peer, answers: Readonly<Record<string, Answer>>) {
    this.#peer = peer;
    this.#answers = answers;
    peer.on('message', (message) => this.#receive(message as Message));
  }

  /** @throws Error if the other end ends, or does not answer in time */
  ask<Value>(name: string, value?: unknown, withinMs?: number): Promise<Value> {
    const id = this.#asked++;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (withinMs) setTimeout(() => reject(new Error(`no answer to "${name}" within ${withinMs / 1000} s`)), withinMs).unref();
      this.#send({ lms: 'ask', id, name, value });
    }).finally(() => this.#waiting.delete(id)) as Promise<Value>;
  }

  /** The other end has ended. */
  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('the other process has ended'));
  }

  #receive({ lms, id, name = '', value, failed }: Message): void {
    if (lms === 'ask') {
      const answered = (async () => this.#answers[name]?.(value))();
      answered.then(
        (answer) => this.#send({ lms: 'answer', id, value: answer }),
        (error: unknown) => this.#send({ lms: 'answer', id, value: String(error), failed: true }),
      );
    } else if (lms === 'answer') {
      const asked = this.#waiting.get(id);
      if (failed) asked?.reject(new Error(String(value)));
      else asked?.resolve(value);
    }
  }

  /** What cannot be sent has no receiver any more. */
  #send(message: Message): void {
    this.#peer.send?.(message, undefined, undefined, () => {});
  }
}
