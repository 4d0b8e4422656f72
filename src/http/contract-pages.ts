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

/** Runs before the page is shown: chooses its colours, and fills in the key. */
const start = (demoKey: string | null): string => `const root = document.documentElement;
try {
  const theme = localStorage.getItem('theme');
  if (theme) root.dataset.theme = theme;
} catch {
  /* The browser keeps nothing. */
}
root.dataset.key = ${JSON.stringify(demoKey ?? '')};
`;

/** How many parts of the contract are kept. Programs ask for the same few again and again. */
const MOST_PARTS = 12;
/** How many pages of tags are kept. */
const MOST_PAGES = 64;

/**
 * Serves /openapi.json, or the part of it that the query names, and /docs, which shows it: the introduction, a page for each tag, a search and a form for
 * each operation. On the embedded demo, its API key is filled in for readers on this machine. What most processes are never asked for is read and made
 * when it is first needed.
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

  /** Making a part takes a tenth of a second, so that nobody may have many different ones made. */
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
    // A client can name any host, and each makes pages of its own.
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

/** Answers with what is made when it is first asked for. */
function shows(type: string, make: () => Promise<string>): RequestHandler {
  const content = kept(async () => asStatic(type, await make()));
  return async (req, res) => (await content()).send(req, cached(res));
}

/** The last few things that were asked for. */
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
