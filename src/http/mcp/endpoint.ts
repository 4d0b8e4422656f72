import { isIP } from 'node:net';
import type { Request as ExpressRequest } from 'express';
import { isLocalhost } from '../../domain/organisations/organisations/hostname.ts';
import { answerError } from '../answer.ts';
import type { Operations } from '../contract/adapter.ts';
import { readBody } from '../contract/request-body.ts';
import { isFromElsewhere } from '../csrf.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import { HttpProblem } from '../problems.ts';
import { takeInternal } from '../quotas.ts';
import type { Services } from '../services.ts';

export const MCP_PATH = /^\/mcp\/?$/;
const METHODS = 'POST, OPTIONS';
const MESSAGE = { required: true, mediaTypes: ['application/json'], maxBytes: 1024 * 1024, members: {}, oneLine: [] };

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions: each request carries one message, and any process can answer it. The checks
 * run in the order of the contract: method (405), site (403), credential (401), rate (429), body (415, 413, 400). The library of the protocol and the
 * tools are loaded with the first message.
 */
export function mcpEndpoint(services: Services, operations: Operations): () => void {
  let protocol: Promise<(request: Request, message: unknown) => Promise<Response>> | undefined;
  const serve = async (exchange: Exchange): Promise<void> => {
    const { req, res } = exchange;
    if (req.method !== 'POST') return refuseMethod(exchange);
    requireOwnSite(services.settings, req);
    const key = await operations.authenticate(exchange);
    await takeInternal(services.limits, 'mcp_message', key.id);
    const { body } = await readBody(req, res, MESSAGE);
    req.body = undefined;
    if (body === undefined) throw new HttpProblem('bad_request', 'Send one JSON-RPC message.');
    if (Array.isArray(body)) throw new HttpProblem('bad_request', 'Send one JSON-RPC message in each request, not a batch.');
    protocol ??= import('./protocol.ts').then(({ openProtocol }) => openProtocol(services, operations));
    await send(exchange, await (await protocol)(webRequest(exchange), body));
  };
  return () => {
    const exchange = currentExchange.getStore() as Exchange;
    serve(exchange).catch((error: unknown) => answerError(services, exchange, error));
  };
}

function refuseMethod({ req, res, headers }: Exchange): void {
  headers.Allow = METHODS;
  if (req.method !== 'OPTIONS') throw new HttpProblem('method_not_allowed', `Use ${METHODS}.`);
  res.writeHead(204, headers).end();
}

/**
 * Refuses requests that a page of another site makes a browser send, even if that site has pointed its own name to the address of this machine (DNS
 * rebinding): the host must be an address, a name of this machine, or PUBLIC_URL or a subdomain of it.
 * @throws HttpProblem csrf_failed
 */
function requireOwnSite(settings: Services['settings'], req: ExpressRequest): void {
  const name = (req.hostname ?? '').toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const own = settings.publicUrl === null ? null : new URL(settings.publicUrl).hostname;
  const isOwn = isIP(name) !== 0 || isLocalhost(name) || (own !== null && (name === own || name.endsWith(`.${own}`)));
  if (!isOwn) throw new HttpProblem('csrf_failed', "The request's host does not belong to this service.");
  if (isFromElsewhere(settings, req)) throw new HttpProblem('csrf_failed', 'The request comes from another site.');
}

/** Returns the request in the form that the library reads. The body is passed separately; the credential is not passed on. */
function webRequest({ req, res, base }: Exchange): Request {
  const aborted = new AbortController();
  res.once('close', () => aborted.abort());
  const { authorization: _authorization, ...headers } = req.headers;
  return new Request(`${base}/mcp`, { method: 'POST', headers: headers as Record<string, string>, signal: aborted.signal });
}

/** Sends the response at once: it is small and complete, and no tool reports progress. The service's own headers replace those of the library. */
async function send({ res, headers }: Exchange, response: Response): Promise<void> {
  const bytes = Buffer.from(await response.arrayBuffer());
  res.statusCode = response.status;
  for (const [name, value] of [...response.headers, ...Object.entries(headers)]) res.setHeader(name, value);
  res.end(bytes);
}
