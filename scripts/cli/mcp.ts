import { PassThrough, type Readable, Writable } from 'node:stream';
import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type Command, EXIT, Failure } from './command.ts';
import { CONNECTION_OPTIONS, keyOf, openAgent, urlOf } from './connection.ts';

export const mcp: Command = {
  summary: 'lets a language model on this computer use the agent surface',
  help: `Usage: lms mcp [--url URL]

Connects the service to programs that start their own Model Context Protocol server and communicate with it over standard input and output. The command
forwards their messages with the API key in LMS_API_KEY, and exits when its input ends. If it cannot reach the service, or the service does not recognise
the key, it prints an error to standard error and exits immediately.

Add the command to the program's configuration:

  {"mcpServers": {"lms": {"command": "lms", "args": ["mcp"], "env": {"LMS_API_KEY": "lms_...", "LMS_URL": "https://learn.example.org"}}}}

Examples:
  lms mcp < messages.jsonl`,
  options: CONNECTION_OPTIONS,
  async run(rest, values, io) {
    if (rest.length) throw new Failure('lms mcp takes no arguments; see lms mcp --help');
    await openAgent(values, io).get('/whoami/');
    const output = new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        io.out(String(text));
        done();
      },
    });
    await serveMcpOverStdio({ url: urlOf(values, io), key: keyOf(io), input: io.input, output, report: (message) => io.err(`${message}\n`) });
    return EXIT.ok;
  },
};

export interface McpOverStdio {
  /** Base URL of the service. */
  url: string;
  /** The API key. */
  key: string;
  input: Readable;
  output: Writable;
  /** Called with a description of each problem between the two. Only messages of the protocol may be written to `output`. */
  report: (message: string) => void;
}

type Message = Parameters<StdioServerTransport['send']>[0];

/** JSON-RPC error code: the receiver could not handle the request. */
const INTERNAL_ERROR = -32603;

/**
 * Passes the messages of the Model Context Protocol between a program that speaks it over standard input and output, one message a line, and `POST /mcp`. Does
 * not interpret the messages. A request that the service refuses or that does not reach it is answered with an error. Returns when the input has ended and
 * every request that was read from it is answered.
 */
export async function serveMcpOverStdio({ url, key, input, output, report }: McpOverStdio): Promise<void> {
  // Imported here because no other command needs the protocol, which takes longer to load than all of them.
  const [{ StreamableHTTPClientTransport }, stdio] = await Promise.all([import('@modelcontextprotocol/client'), import('@modelcontextprotocol/server/stdio')]);
  // The transport answers nothing after the end of its input, so this stream ends only when no request is left to answer.
  const read = new PassThrough();
  const program = new stdio.StdioServerTransport(read, output);
  const service = new StreamableHTTPClientTransport(new URL(`${url.replace(/\/+$/, '')}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  const unanswered = new Set<string | number>();
  let hasEnded = false;
  const endIfAnswered = () => {
    if (hasEnded && unanswered.size === 0) read.end();
  };
  const toProgram = async (message: Message) => {
    await program.send(message).catch(() => {});
    if (!('method' in message) && message.id !== undefined) unanswered.delete(message.id);
    endIfAnswered();
  };
  const toService = (message: Message) =>
    service.send(message).catch((error: Error) => {
      report(error.message);
      if ('method' in message && 'id' in message) return toProgram({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: error.message } });
    });
  const ended = new Promise<void>((resolve) => {
    program.onclose = resolve;
  });
  program.onerror = ({ message }) => report(message);
  program.onmessage = (message) => {
    if ('method' in message && 'id' in message) unanswered.add(message.id);
    return toService(message);
  };
  service.onmessage = toProgram;
  await service.start();
  await program.start();
  input.pipe(read, { end: false });
  // On the next turn of the event loop, everything that was read has reached the transport.
  input.once('end', () =>
    setImmediate(() => {
      hasEnded = true;
      endIfAnswered();
    }),
  );
  await ended;
  await service.close();
}
