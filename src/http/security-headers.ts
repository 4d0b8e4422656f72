import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** For the pages of the reference, whose styles stand in the elements. */
export const securePages = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null, styleSrc: ["'self'", "'unsafe-inline'"] } } });

const secureApi = helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } } });

/** What helmet sets on an answer of the API, which nothing may render or frame; the same for all, so asked once. */
export const API_HEADERS: Readonly<Record<string, string>> = headersOf(secureApi);

/** For files, which may hold anything: nothing in them runs, and any page that has their address may show them. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range',
};

function headersOf(middleware: typeof secureApi): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}
