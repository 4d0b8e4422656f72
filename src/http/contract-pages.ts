import { type Request, type RequestHandler, type Response, Router } from 'express';
import { NotFoundError } from '../domain/kernel/errors.ts';
import { networkOf } from './client-network.ts';
import { contractPart, readPart, surfaceOfTags } from './contract/contract-part.ts';
import { type ContractSettings, servedContract } from './contract/served-contract.ts';
import { isFromOwnMachine } from './own-machine.ts';
import { takeInternal } from './quotas.ts';
import { slugOf } from './reference/document.ts';
import { secureReference } from './security-headers.ts';
import type { Services } from './services.ts';
import { StaticContent } from './static-content.ts';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <path fill="#1d4ed8" d="M2 11 16 4l14 7-14 7z"/>
  <path fill="#1d4ed8" d="M8 17v6c4 4 12 4 16 0v-6l-8 4z"/>
</svg>
`;

type PageServices = Pick<Services, 'demoKey' | 'limits'> & { settings: ContractSettings };

/** Returns the script that runs before the page is shown: it chooses the colours, and fills in the key. */
const start = (demoKey: string | null): string => `const root = document.documentElement;
try {
  const theme = localStorage.getItem('theme');
  if (theme) root.dataset.theme = theme;
} catch {
  /* The browser keeps nothing. */
}
root.dataset.key = ${JSON.stringify(demoKey ?? '')};
`;

/** Number of parts of the contract that are cached. Programs request the same few again and again. */
const MOST_PARTS = 12;
/** Number of tag pages that are cached. */
const MOST_PAGES = 64;

/**
 * Serves /openapi.json, or the part of it that the query names, and /docs, which shows it: the introduction, a page for each tag, a search and a form for
 * each operation. On the embedded demo, its API key is filled in for readers on this machine. Everything is read and created when it is first requested,
 * because most processes never need it.
 * `readContract` returns the text of openapi.json.
 */
export function contractPages({ settings, limits, demoKey }: PageServices, readContract: () => Promise<string>): Router {
  const router = Router({ strict: true });
  const served = async () => servedContract(await readContract(), settings);
  const whole = kept(async () => asContent(await served()));
  const tags = kept(async () => surfaceOfTags(await served()));
  const parts = new Recent<StaticContent>(MOST_PARTS);
  const pages = new Recent<StaticContent>(MOST_PAGES);
  const reference = () => import('./reference/pages.ts');

  /** Returns the part that the query names. Creating one takes a tenth of a second, so the number of different parts per client is limited. */
  const partFor = async ({ ip }: Request, search: string): Promise<StaticContent> => {
    const part = readPart(search, await tags());
    const key = JSON.stringify(part);
    if (!parts.has(key)) await takeInternal(limits, 'contract_part', networkOf(ip));
    return parts.take(key, async () => asContent(contractPart(await served(), part)));
  };

  router.get('/openapi.json', async (req, res) => {
    res.set('Access-Control-Allow-Origin', '*');
    const { search } = new URL(req.originalUrl, 'http://localhost');
    const content = search === '' ? await whole() : await partFor(req, search);
    return content.send(req, res.set('Cache-Control', 'public, max-age=300'));
  });
  router.use('/docs', secureReference);
  router.get(
    ['/docs', '/docs/'],
    shows('html', async () => (await reference()).introductionPage(await served())),
  );
  router.get(
    '/docs/search.json',
    shows('json', async () => (await reference()).indexText(await served())),
  );
  router.get(
    '/docs/reference.js',
    shows('js', async () => (await reference()).readScript()),
  );
  router.get(['/docs/reference/:tag', '/docs/reference/:tag/'], async (req: Request<{ tag: string }>, res) => {
    const { tag } = req.params;
    if (![...(await tags()).keys()].some((name) => slugOf(name) === tag)) throw new NotFoundError();
    const origin = settings.publicUrl ?? `${req.protocol}://${req.get('host')}`;
    const key = JSON.stringify([tag, origin]);
    // A client can name any host, and each host has pages of its own.
    if (!pages.has(key)) await takeInternal(limits, 'reference_page', networkOf(req.ip));
    const page = await pages.take(key, async () => asStatic('html', (await reference()).tagPage(await served(), tag, origin)));
    return page.send(req, cached(res));
  });
  router.get('/docs/start.js', (req, res) => void res.type('js').send(start(isFromOwnMachine(req) ? demoKey() : null)));
  router.get('/docs/icon.svg', (_req, res) => void cached(res).type('svg').send(ICON));
  return router;
}

const asStatic = (type: string, text: string): StaticContent => new StaticContent(type, Buffer.from(text));
const asContent = (document: object): StaticContent => asStatic('json', JSON.stringify(document));

/** Returns a handler for content that is created on the first request. */
function shows(type: string, make: () => Promise<string>): RequestHandler {
  const content = kept(async () => asStatic(type, await make()));
  return async (req, res) => (await content()).send(req, cached(res));
}

/** A cache of the values that were requested last. */
class Recent<T> {
  readonly #most: number;
  readonly #known = new Map<string, () => Promise<T>>();

  constructor(most: number) {
    this.#most = most;
  }

  has(key: string): boolean {
    return this.#known.has(key);
  }

  take(key: string, make: () => Promise<T>): Promise<T> {
    const one = this.#known.get(key) ?? kept(make);
    this.#known.delete(key);
    this.#known.set(key, one);
    for (const oldest of this.#known.keys()) if (this.#known.size > this.#most) this.#known.delete(oldest);
    return one();
  }
}

/** Returns a function that creates a value on its first call, and again after a failure. */
function kept<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

const cached = (res: Response): Response => res.set('Cache-Control', 'public, max-age=3600');
