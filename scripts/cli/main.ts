#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
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
  async ask(question, { isSecret = false } = {}) {
    process.stderr.write(question);
    // What is typed is shown by the output of the interface, so that a secret has one that shows nothing.
    const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
    const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
    try {
      return await lines.question('');
    } finally {
      lines.close();
      if (isSecret) process.stderr.write('\n');
    }
  },
  signal: stop.signal,
});
