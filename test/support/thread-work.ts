import { inThread } from '../../src/platform/threads/in-thread.ts';

/** What the thread of the tests can do. */
export type Work =
  | { kind: 'count'; to: number }
  | { kind: 'wait' }
  | { kind: 'spin' }
  | { kind: 'fill' }
  | { kind: 'ask' }
  | { kind: 'fail' }
  | { kind: 'speak' };

export default inThread<Work, string, number, number | undefined>(async (work, send) => {
  switch (work.kind) {
    case 'count':
      for (let number = 1; number <= work.to; number += 1) void send(number);
      return 'counted';
    case 'wait':
      void send(0);
      return new Promise<string>(() => {});
    case 'spin':
      for (;;);
    case 'fill':
      for (const kept: object[] = []; ; ) kept.push(Array.from({ length: 1000 }, () => ({})));
    case 'ask':
      return `told ${await send(1)} and ${await send(2)}`;
    case 'fail':
      throw new RangeError('nothing to count');
    case 'speak':
      console.log('said');
      console.warn('warned');
      return 'spoken';
  }
});
