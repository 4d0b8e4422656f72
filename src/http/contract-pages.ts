import { readdir, readFile } from 'node:fs/promises';
import { type Request, type Response, Router } from 'express';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { networkOf } from './client-network.ts';
import { contractPart, readPart, surfaceOfTags } from './contract/contract-part.ts';
import { type ContractSettings, servedContract } from './contract/served-contract.ts';
import { isFromOwnMachine } from './own-machine.ts';
import { takeInternal } from './quotas.ts';
import { secureReference } from './security-headers.ts';
import type { Services } from './services.ts';
import { StaticContent } from './static-content.ts';

/** The files of Scalar, compressed: `make generate` copies them here. */
const ASSETS = new URL('../../generated/docs/', import.meta.url);

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Learning Management Service: API reference</title>
  <link rel="icon" href="/docs/icon.svg">
  <link rel="modulepreload" href="/docs/assets/standalone.esm.js">
</head>
<body>
  <div id="reference"></div>
  <noscript>The reference needs JavaScript. The contract that it shows is <a href="/openapi.json">openapi.json</a>. The guides, such as that for <a href="/docs/operations">operators</a>, need none.</noscript>
  <script type="module" src="/docs/start.js"></script>
</body>
</html>
`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <path fill="#1d4ed8" d="M2 11 16 4l14 7-14 7z"/>
  <path fill="#1d4ed8" d="M8 17v6c4 4 12 4 16 0v-6l-8 4z"/>
</svg>
`;

/** A link to an operation moves the focus to its section, which is no control. */
const STYLE = 'main section:focus-visible { outline: none; } #reference { overflow-x: clip; }';

type PageServices = Pick<Services, 'demoKey' | 'limits'> & { settings: ContractSettings };

/**
 * Everything that would make the page talk to another server is switched off. Operations are tried on the host that serves the page. There is no list of
 * all schemas, which would take half a second to build: each operation shows its own.
 */
const start = (demoKey: string | null): string => `import { createApiReference } from '/docs/assets/standalone.esm.js';

createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: location.origin }],
  authentication: ${JSON.stringify({ preferredSecurityScheme: 'agentKey', securitySchemes: { agentKey: { token: demoKey ?? '' } } })},
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideModels: true,
  proxyUrl: '',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
  customCss: ${JSON.stringify(STYLE)},
});
`;

/** How many parts of the contract are kept. Programs ask for the same few again and again. */
const MOST_PARTS = 12;

/**
 * Serves /openapi.json, or the part of it that the query names, and /docs: Scalar from local files, where every operation can be tried out. On the
 * embedded demo, its API key is filled in for readers on this machine. What most processes are never asked for is read when it is first needed.
 * `readContract` returns the text of openapi.json.
 */
export function contractPages({ settings, limits, demoKey }: PageServices, readContract: () => Promise<string>): Router {
  const router = Router({ strict: true });
  const assets = kept(readAssets);
  const served = async () => servedContract(await readContract(), settings);
  const whole = kept(async () => asContent(await served()));
  const tags = kept(async () => surfaceOfTags(await served()));
  const parts = new Map<string, () => Promise<StaticContent>>();

  /** Making a part takes a tenth of a second, so that nobody may have many different ones made. */
  const partFor = async ({ ip }: Request, search: string): Promise<StaticContent> => {
    const part = readPart(search, await tags());
    const key = JSON.stringify(part);
    const known = parts.get(key);
    if (!known) await takeInternal(limits, 'contract_part', networkOf(ip));
    const content = known ?? parts.get(key) ?? kept(async () => asContent(contractPart(await served(), part)));
    parts.delete(key);
    parts.set(key, content);
    for (const oldest of parts.keys()) if (parts.size > MOST_PARTS) parts.delete(oldest);
    return content();
  };

  router.get('/openapi.json', async (req, res) => {
    res.set('Access-Control-Allow-Origin', '*');
    const { search } = new URL(req.originalUrl, 'http://localhost');
    const content = search === '' ? await whole() : await partFor(req, search);
    return content.send(req, res.set('Cache-Control', 'public, max-age=300'));
  });
  router.use('/docs', secureReference);
  router.get(['/docs', '/docs/'], (_req, res) => void res.type('html').send(PAGE));
  router.get('/docs/start.js', (req, res) => void res.type('js').send(start(isFromOwnMachine(req) ? demoKey() : null)));
  router.get('/docs/icon.svg', (_req, res) => void cached(res).type('svg').send(ICON));
  router.get('/docs/assets/*path', async (req: Request<{ path: string[] }>, res) => {
    const asset = (await assets()).get(req.params.path.join('/'));
    if (!asset) throw new NotFoundError();
    return asset.send(req, cached(res));
  });
  return router;
}

const asContent = (document: object): StaticContent => new StaticContent('json', Buffer.from(JSON.stringify(document)));

/** What is made when first asked for, and again if that failed. */
function kept<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

const cached = (res: Response): Response => res.set('Cache-Control', 'public, max-age=3600');

async function readAssets(): Promise<Map<string, StaticContent>> {
  const files = (await readdir(ASSETS, { recursive: true })).filter((file) => file.endsWith('.br'));
  return new Map(
    await Promise.all(
      files.map(
        async (file): Promise<[string, StaticContent]> => [file.slice(0, -'.br'.length), new StaticContent('js', await readFile(new URL(file, ASSETS)), 'br')],
      ),
    ),
  );
}
