import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { serveMcpOverStdio } from '../../../scripts/cli/mcp.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { PROTOCOLS, type Protocol } from '../../support/mcp.ts';
import { newOrganisation, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterAll(() => app.close());

/** Starts the proxy between two pipes, and a client at their other ends, which frames messages as a server over standard input and output does. */
function piped(key: string, protocol: Protocol, url = app.url) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const reports: string[] = [];
  const done = serveMcpOverStdio({ url, key, input, output, report: (message) => reports.push(message) });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: protocol === '2026-07-28' ? 'auto' : 'legacy' } });
  const end = async () => {
    await client.close();
    input.end();
    await done;
  };
  return { client, transport: new StdioServerTransport(output, input), reports, end };
}

test.each(PROTOCOLS)('a program that speaks protocol %s over standard input and output uses the tools, until its input ends', async (protocol) => {
  const { client, transport, reports, end } = piped(org.secret, protocol);
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(protocol);
  expect((await client.listTools()).tools).toHaveLength(21);
  const calls = await Promise.all(['One', 'Two'].map((title) => client.callTool({ name: 'createAgentCourse', arguments: { body: { title } } })));
  const titles = calls.map(({ content: [first] }) => first?.type === 'text' && JSON.parse(first.text).title);
  expect([titles, reports]).toEqual([['One', 'Two'], []]);
  await end();
});

test('requests of a file are answered before the program ends', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const reports: string[] = [];
  const done = serveMcpOverStdio({ url: app.url, key: org.secret, input, output, report: (message) => reports.push(message) });
  input.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
  await done;
  output.end();
  const answers = (await text(output)).trim().split('\n');
  expect([answers.map((line) => JSON.parse(line).id).sort(), reports]).toEqual([[1, 2], []]);
});

test('a key that the service does not know is an error that the program sees', async () => {
  const { client, transport, reports, end } = piped('lms_unknown', '2025-11-25', `${app.url}/`);
  await expect(client.connect(transport)).rejects.toThrow();
  expect(reports).not.toEqual([]);
  await end();
});
