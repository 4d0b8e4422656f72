import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApp } from './app.ts';

/** The two generations of the protocol that clients speak. */
export const PROTOCOLS = ['2025-11-25', '2026-07-28'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface ToolAnswer {
  isError: boolean;
  /** What the model reads, one text after the other. */
  texts: string[];
  /** The first text, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what each tool returns is up to the test
  body: any;
}

export interface McpSession {
  client: Client;
  use(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Connects the official client with a key. */
export async function connectMcp(app: Pick<TestApp, 'url'>, secret: string, protocol: Protocol = '2026-07-28'): Promise<McpSession> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: protocol === '2026-07-28' ? 'auto' : 'legacy' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${secret}` } } }));
  return {
    client,
    use: async (name, input = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
      const [first = ''] = texts;
      return { isError, texts, body: /^[[{]/.test(first) ? JSON.parse(first) : first };
    },
    close: () => client.close(),
  };
}
