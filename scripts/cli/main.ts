#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Failure } from './command.ts';
import { endWithReader } from './reader.ts';
import { run } from './run.ts';

endWithReader();
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  terminal: process.stderr,
  async ask(question, { isSecret = false } = {}) {
    // The interface echoes input to its output, so a secret gets an output that shows nothing. On a terminal, the interface also clears its line.
    if (isSecret) process.stderr.write(question);
    const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
    const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
    const ended = new Promise<never>((_resolve, reject) => {
      lines.once('close', () => reject(new Failure(`no answer to “${question.trim()}”: there is no terminal, or its input has ended`)));
    });
    try {
      return await Promise.race([lines.question(question), ended]);
    } finally {
      ended.catch(() => {});
      lines.close();
      if (isSecret) process.stderr.write('\n');
    }
  },
  interruption() {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    return stop.signal;
  },
});
