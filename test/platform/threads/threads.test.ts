import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OutageError } from '../../../src/platform/outages/outage.ts';
import { openThreads, TaskMemoryError, TaskTimeoutError, type ThreadLimits, type Threads } from '../../../src/platform/threads/threads.ts';
import type { Work } from '../../support/thread-work.ts';

const MODULE = new URL('../../support/thread-work.ts', import.meta.url);

let opened: Threads<Work, string, number>[] = [];
const open = (limits: Partial<ThreadLimits> = {}) => {
  const threads = openThreads<Work, string, number>('typesetter', MODULE, { longestMs: 60_000, mostThreads: 1, ...limits });
  opened.push(threads);
  return threads;
};
afterEach(async () => {
  await Promise.all(opened.map((threads) => threads.close()));
  opened = [];
});

/** Starts a task that never ends, and returns how it ends after all, once it has begun. */
async function begun(threads: Threads<Work, string, number>): Promise<{ ended: Promise<unknown> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = threads.run({ kind: 'wait' }, { onPart: async () => resolve() }).catch((error: unknown) => error);
  await promise;
  return { ended };
}

test('the parts of an answer arrive one after another, in order, and before the answer', async () => {
  const seen: (number | string)[] = [];
  const onPart = async (part: number) => {
    await Promise.resolve();
    seen.push(part);
  };
  seen.push(await open().run({ kind: 'count', to: 5 }, { onPart }));
  expect(seen).toEqual([1, 2, 3, 4, 5, 'counted']);
});

test('a task that takes too long is ended although its thread never pauses, and the next one is done', async () => {
  const threads = open({ longestMs: 1000 });
  await expect(threads.run({ kind: 'spin' })).rejects.toThrow(TaskTimeoutError);
  expect(await threads.run({ kind: 'count', to: 1 })).toBe('counted');
});

test('a task that uses too much CPU time is ended although it may take longer, and the next one is done', async () => {
  const threads = open({ longestCpuMs: 300 });
  await expect(threads.run({ kind: 'spin' })).rejects.toThrow(TaskTimeoutError);
  expect(await threads.run({ kind: 'count', to: 1 })).toBe('counted');
});

test('a task may be given less CPU time than others', async () => {
  await expect(open().run({ kind: 'spin' }, { longestCpuMs: 300 })).rejects.toThrow(TaskTimeoutError);
});

test('what one owner has done does not hold up another, whose task is refused only when all places to wait are taken', async () => {
  const threads = open({ leastThreads: 2, mostWaiting: 4 });
  const owned = (owner: string) => threads.run({ kind: 'wait' }, { owner }).catch((error: unknown) => error);
  const held = [owned('one'), owned('one'), owned('one')];
  await expect(threads.run({ kind: 'count', to: 1 }, { owner: 'one' })).rejects.toThrow('too many tasks wait');
  expect(await threads.run({ kind: 'count', to: 1 }, { owner: 'other' })).toBe('counted');
  await threads.close();
  for (const error of await Promise.all(held)) expect(error).toBeInstanceOf(OutageError);
});

test('a task that needs too much memory is ended, and the next one is done', async () => {
  const threads = open({ mostMegabytes: 32 });
  await expect(threads.run({ kind: 'fill' })).rejects.toThrow(TaskMemoryError);
  expect(await threads.run({ kind: 'count', to: 1 })).toBe('counted');
});

test('a task receives what is replied to each of its parts, and the time until then does not count', async () => {
  const threads = openThreads<Work, string, number, number>('typesetter', MODULE, { longestMs: 1000, mostThreads: 1 });
  const onPart = async (part: number) => {
    await setTimeout(700);
    return part * 10;
  };
  expect(await threads.run({ kind: 'ask' }, { onPart })).toBe('told 10 and 20');
  await threads.close();
});

test('a task that fails tells its error, and the next one is done', async () => {
  const threads = open();
  await expect(threads.run({ kind: 'fail' })).rejects.toThrow('nothing to count');
  expect(await threads.run({ kind: 'count', to: 1 })).toBe('counted');
});

test('a task ends with the error of the one who receives its parts', async () => {
  const failure = new Error('the storage is away');
  await expect(open().run({ kind: 'wait' }, { onPart: () => Promise.reject(failure) })).rejects.toBe(failure);
});

test('a task is refused as an outage while as many wait as may', async () => {
  const threads = open({ mostWaiting: 1 });
  const { ended } = await begun(threads);
  const waiting = threads.run({ kind: 'count', to: 1 }).catch((error: unknown) => error);
  await expect(threads.run({ kind: 'count', to: 1 })).rejects.toThrow(new OutageError('typesetter', 'too many tasks wait'));
  await threads.close();
  await Promise.all([ended, waiting]);
});

test('closing ends what runs and what waits as outages, and nothing begins afterwards', async () => {
  const threads = open();
  const { ended } = await begun(threads);
  const waiting = threads.run({ kind: 'count', to: 1 }).catch((error: unknown) => error);
  await threads.close();
  const late = threads.run({ kind: 'count', to: 1 }).catch((error: unknown) => error);
  for (const error of await Promise.all([ended, waiting, late])) expect(error).toMatchObject({ name: 'OutageError', dependency: 'typesetter' });
});

test('what libraries write in a thread does not reach the console of the process, which ends by itself when its tasks are done', async () => {
  const script = `import { openThreads } from '${new URL('../../../src/platform/threads/threads.ts', import.meta.url).href}';
    const threads = openThreads('typesetter', new URL('${MODULE.href}'), { longestMs: 60_000 });
    console.log(await threads.run({ kind: 'speak' }));
    await threads.close();`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect([stdout, stderr]).toEqual(['spoken\n', '']);
});
