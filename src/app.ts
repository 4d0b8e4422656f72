import express, { type Express } from 'express';
import { NotFoundError } from './domain/kernel/errors.ts';
import { answerError } from './http/answer.ts';
import { openOperations } from './http/contract/adapter.ts';
import { contractPages } from './http/contract-pages.ts';
import { crossOriginHeaders } from './http/cross-origin.ts';
import { currentExchange, type Exchange } from './http/exchange.ts';
import { filePages } from './http/files.ts';
import { readForwarded } from './http/forwarded.ts';
import { guidePages } from './http/guides.ts';
import { healthPages } from './http/health.ts';
import { MCP_PATH, mcpEndpoint } from './http/mcp/endpoint.ts';
import { openExchange } from './http/open-exchange.ts';
import { problemPages } from './http/problem-pages.ts';
import { referralLinks } from './http/referral-links.ts';
import { API_HEADERS, securePages } from './http/security-headers.ts';
import type { Services } from './http/services.ts';
import { whenAsked } from './http/when-asked.ts';

/** The address that a certificate shows. Browsers get a page, and other clients the response of the operation. */
const CERTIFICATE = /^\/certificates\/([^/]+)$/;
const CONTRACT_PATHS = /^\/(api|billing|issuers)\//;

/** Creates the HTTP surface of a process that only runs jobs: health and metrics. */
export function createHealthApp(services: Services): Express {
  const app = plainApp(services);
  app.use(openExchange(services));
  app.use(healthPages(services));
  app.use(() => {
    throw new NotFoundError();
  });
  app.use(answerErrors(services));
  return app;
}

/** Creates the whole HTTP surface without listening. `readContract` returns the text of openapi.json, which is too large to be kept. */
export async function createApp(services: Services, readContract: () => Promise<string>): Promise<Express> {
  const app = plainApp(services);
  const operations = await openOperations(services);
  const serveMcp = mcpEndpoint(services, operations);
  app.use(readForwarded(services.settings.trustProxy));
  app.use(openExchange(services));
  const content = contentPages(services);
  app.use((req, res, next) => (isForContent(services, req) ? content(req, res, next) : next()));
  app.use((req, res, next) => {
    const { headers } = currentExchange.getStore() as Exchange;
    const serial = req.accepts(['html', 'json']) === 'json' ? CERTIFICATE.exec(req.path)?.[1] : undefined;
    if (serial !== undefined) {
      headers.Vary = 'Accept';
      req.url = req.url.replace(req.path, `/api/v1/certificates/${serial}/`);
    }
    if (CONTRACT_PATHS.test(req.path)) {
      Object.assign(headers, API_HEADERS, crossOriginHeaders(services.settings, req));
      operations.serve(req);
    } else if (MCP_PATH.test(req.path)) {
      Object.assign(headers, API_HEADERS);
      serveMcp();
    } else {
      res.set(headers);
      securePages(req, res, next);
    }
  });
  app.use(healthPages(services));
  app.use(filePages(services.ports.storage));
  app.use(referralLinks(services));
  app.use(contractPages(services, readContract));
  app.use(guidePages());
  app.use(problemPages(services, readContract));
  app.use(whenAsked(async () => (await import('./pages/pages.ts')).pages(services, operations.call)));
  app.use(answerErrors(services));
  return app;
}

/** Creates the HTTP surface of the origin of contents, for a port of its own. */
export function createContentApp(services: Services): Express {
  const app = plainApp(services);
  app.use(readForwarded(services.settings.trustProxy));
  app.use(openExchange(services));
  app.use(contentPages(services));
  app.use(answerErrors(services));
  return app;
}

/** Whether a request was sent to the origin of contents, where that has a host of its own. */
const isForContent = ({ settings: { contentHost } }: Services, req: express.Request): boolean =>
  contentHost !== null && req.headers.host?.toLowerCase() === contentHost;

const contentPages = (services: Services) => whenAsked(async () => (await import('./http/content/content-pages.ts')).contentPages(services));

function plainApp({ settings }: Services): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  return app;
}

/** Responds to errors. Express throws URIError for a path with invalid percent escapes. */
const answerErrors = (services: Services) => (error: unknown, _req: express.Request, _res: express.Response, _next: express.NextFunction) =>
  answerError(services, currentExchange.getStore() as Exchange, error instanceof URIError ? new NotFoundError() : error);
