import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { TestClock } from '../../support/app.ts';

const HOUR = { limit: 1, windowSeconds: 3600 };
const MINUTE = { limit: 1, windowSeconds: 60 };

test('requests in a short window do not make a long window forget its requests', async () => {
  const clock = new TestClock();
  const window = new MemoryWindow(clock);
  await window.take('long', HOUR);
  for (let minute = 0; minute < 59; minute++) {
    clock.advance(60_000);
    expect(await window.take('short', MINUTE)).toMatchObject({ allowed: true });
    expect(await window.take('long', HOUR)).toMatchObject({ allowed: false });
  }
  clock.advance(60_000);
  expect(await window.take('long', HOUR)).toMatchObject({ allowed: true });
});

test('requests in a long window do not make a short window last longer', async () => {
  const clock = new TestClock();
  const window = new MemoryWindow(clock);
  await window.take('short', MINUTE);
  clock.advance(59_999);
  await window.take('long', HOUR);
  expect(await window.take('short', MINUTE)).toMatchObject({ allowed: false, resetMs: 1 });
  clock.advance(1);
  expect(await window.take('short', MINUTE)).toMatchObject({ allowed: true });
});

test('what is given back does not count, and beyond the limit actions pause twice as long each time, until they are forgotten', async () => {
  const clock = new TestClock();
  const window = new MemoryWindow(clock);
  const quota = { limit: 2, windowSeconds: 3600, pauses: { firstSeconds: 1, longestSeconds: 3 } };
  for (let number = 0; number < 5; number++) {
    expect(await window.take('given', quota)).toMatchObject({ allowed: true });
    await window.giveBack('given');
  }
  for (const remaining of [1, 0]) expect(await window.take('paced', quota)).toMatchObject({ allowed: true, remaining });
  for (const pause of [1000, 2000, 3000, 3000]) {
    expect(await window.take('paced', quota)).toEqual({ allowed: false, remaining: 0, resetMs: pause });
    clock.advance(pause);
    expect(await window.take('paced', quota)).toMatchObject({ allowed: true });
  }
  await window.giveBack('nothing');
  await window.forget('paced');
  expect(await window.take('paced', quota)).toMatchObject({ allowed: true, remaining: 1 });
});
