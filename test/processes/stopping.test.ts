import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a module that begins things and says `ready`, sends it the signal twice, and returns its exit code and what it has written. */
async function stopped(source: string, signal: NodeJS.Signals): Promise<[number | null, string]> {
  const stopping = new URL('../../src/processes/stopping.ts', import.meta.url).href;
  const program = `import { endOnSignal, stopping, untilStopped } from ${JSON.stringify(stopping)};
    const say = async (word) => void process.stdout.write(word + ' ');
    const never = new Promise(() => setInterval(() => {}, 1e9));
    ${source}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stdout.once('data', () => {
    child.kill(signal);
    child.kill(signal);
  });
  const said = await text(child.stdout);
  return [await ended, said];
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends what has started and what is still starting, in reverse order and once, and then the process',
  async (signal) => {
    const source = `
    let start;
    endOnSignal(new Promise((resolve) => (start = resolve)), (name) => say(name), null);
    stopping.addEventListener('abort', () => setTimeout(() => start('database'), 20));
    endOnSignal(Promise.reject(new Error('refused')), () => say('wrong'));
    endOnSignal(Promise.resolve('service'), (name) => say(name));
    await say('ready');
    await never;`;
    expect(await stopped(source, signal)).toEqual([0, 'ready service database ']);
  },
);

test('what takes too long to start is not waited for, and what fails because of the stop is no error', async () => {
  const source = `
    endOnSignal(Promise.resolve('database'), (name) => say(name), null);
    endOnSignal(never, () => say('wrong'), 20);
    stopping.addEventListener('abort', async () => {
      await untilStopped();
      process.exit(1);
    });
    await say('ready');
    await never;`;
  expect(await stopped(source, 'SIGTERM')).toEqual([0, 'ready database ']);
});

test('a process that has begun nothing ends at once', async () => {
  expect(await stopped(`await say('ready'); await never;`, 'SIGTERM')).toEqual([0, 'ready ']);
});
