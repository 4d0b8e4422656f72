#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { run } from './run.ts';

const stop = new AbortController();
process.on('SIGINT', () => stop.abort());

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  terminal: process.stderr,
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
  signal: stop.signal,
});
