import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serviceInfo } from '../../../generated/mcp-tools.ts';
import type { ApiKey } from '../../domain/identity/api-keys/authenticate.ts';
import { permits } from '../../domain/identity/api-keys/scopes.ts';
import type { Operations } from '../contract/adapter.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';
import { describeLessonContent, LESSON_CONTENT_TOOL } from './lesson-content.ts';
import { promptsOf, readPrompt } from './prompts.ts';
import { type Reader, readResource, resourcesOf, resourceTemplatesOf } from './resources.ts';
import { callTool, isTool, toolsOf } from './tools.ts';

const SERVICE = { name: 'learning-management-service', ...serviceInfo };

const INSTRUCTIONS = `Builds and edits the courses of one organisation. A course is made of chapters, and a chapter of lessons.
Every lesson has one of six content types; call describe_lesson_content before you write content.
To change a lesson, send the updated_at that you read last. After an error with code stale_lesson, apply your change to the lesson in the error, and call again with its updated_at.
In a page of a list, \`next\` holds the arguments of the call that reads the next page; null: there is none.
The resources hold the courses, their outlines and lessons, and the lessons that may be out of date; \`next\` in one is the URI of the next page.
Errors are problem documents: \`code\` says what is wrong, and \`errors\` lists every invalid field. After code throttled, wait as \`detail\` says.`;

interface ListRequest {
  params?: { cursor?: string | undefined } | undefined;
}

/** Returns a handler for a list of a single page. Any cursor is invalid. */
const onePage =
  <List>(list: () => List) =>
  ({ params }: ListRequest): List => {
    if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such cursor: this list has only one page.');
    return list();
  };

/** Time for which a client may cache responses that depend only on the release and on the scopes of the key. */
const KEEP = { ttlMs: 300_000, cacheScope: 'private' } as const;

/**
 * Returns a function that responds to one message. Nothing is kept between messages: each gets a server of its own. The library neither knows the schemas of
 * the tools nor checks arguments; the operations check them.
 */
export function openProtocol(services: Services, operations: Operations): (request: Request, message: unknown) => Promise<Response> {
  const report = (error: Error) => services.logger.debug({ err: error.message }, 'refused a Model Context Protocol message');
  const { fetch } = createMcpHandler(() => newServer(services, operations, (currentExchange.getStore() as Exchange).key as ApiKey), {
    onerror: report,
    // A stream of notifications would last longer than a request.
    maxSubscriptions: 0,
  });
  return (request, message) => fetch(request, { parsedBody: message });
}

function newServer(services: Services, { answerCall }: Operations, key: ApiKey): Server {
  const { scopes } = key;
  const reader: Reader = { services, answerCall, key };
  const server = new Server(SERVICE, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
    cacheHints: {
      'tools/list': KEEP,
      'resources/list': KEEP,
      'resources/templates/list': KEEP,
      'prompts/list': KEEP,
      'server/discover': KEEP,
    },
  });
  const readsLessons = permits(scopes, { resource: 'lessons', level: 'view' });
  const listTools = () => ({ tools: [...toolsOf(scopes), ...(readsLessons ? [LESSON_CONTENT_TOOL] : [])] as never[] });
  server.setRequestHandler('tools/list', onePage(listTools));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    if (name === LESSON_CONTENT_TOOL.name) return describeLessonContent(services, given);
    if (!isTool(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(name.slice(0, 100))}.`);
    return callTool(services, answerCall, name, given);
  });
  const listResources = () => ({ resources: resourcesOf(scopes) });
  const listTemplates = () => ({ resourceTemplates: resourceTemplatesOf(scopes) });
  server.setRequestHandler('resources/list', onePage(listResources));
  server.setRequestHandler('resources/templates/list', onePage(listTemplates));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const { contents, isFixed } = await readResource(reader, uri);
    return { contents: [contents], ...(isFixed ? KEEP : {}) };
  });
  const listPrompts = () => ({ prompts: promptsOf(scopes) });
  server.setRequestHandler('prompts/list', onePage(listPrompts));
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    const prompt = readPrompt(scopes, name, given);
    if (prompt === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(name.slice(0, 100))}.`);
    if ('missing' in prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt requires the argument ${prompt.missing}.`);
    const attached = prompt.attached === null ? [] : [{ type: 'resource' as const, resource: (await readResource(reader, prompt.attached)).contents }];
    return {
      description: prompt.description,
      messages: [{ type: 'text' as const, text: prompt.text }, ...attached].map((content) => ({ role: 'user', content })),
    };
  });
  return server;
}
