import { inThread } from '../../src/platform/threads/in-thread.ts';

/** What the thread of the tests can do. */
export type Work = { kind: 'count'; to: number } | { kind: 'wait' } | { kind: 'spin' } | { kind: 'fail' } | { kind: 'speak' };

export default inThread<Work, string, number>(async (work, send) => {
  switch (work.kind) {
    case 'count':
      for (let number = 1; number <= work.to; number += 1) send(number);
      return 'counted';
    case 'wait':
      send(0);
      return new Promise<string>(() => {});
    case 'spin':
      for (;;);
    case 'fail':
      throw new RangeError('nothing to count');
    case 'speak':
      console.log('said');
      console.warn('warned');
      return 'spoken';
  }
});
