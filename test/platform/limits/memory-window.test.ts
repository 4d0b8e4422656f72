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
