import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pipeline } from 'node:stream/promises';
import { json, type NextFunction, type Request, type Response, Router } from 'express';
import { NotFoundError, ValidationError } from '../../domain/kernel/errors.ts';
import { textFaults } from '../../domain/kernel/text-faults.ts';
import { framedDocument } from '../../domain/learning/learner-view/document-frame.ts';
import { type LaunchGrant, readLaunch } from '../../domain/learning/learner-view/launch.ts';
import { keepPlay, openPlay } from '../../domain/learning/learner-view/play.ts';
import { findPackageFile } from '../../domain/studio/packages/packages.ts';
import { outageOf } from '../../platform/outages/outage.ts';
import { attachment } from '../../platform/storage/content-disposition.ts';
import { rangeOf, sendFile as sendStored } from '../files.ts';
import { HttpProblem } from '../problems.ts';
import { takeInternal } from '../quotas.ts';
import type { Services } from '../services.ts';
import { StaticContent } from '../static-content.ts';
import { contentTypeOf } from './content-types.ts';
import { LANGUAGES, playerPage } from './player-page.ts';

/**
 * Headers that restrict packages. Packages run scripts of strangers, but on an origin without anything to read: no cookie is set or accepted here. They
 * cannot navigate the window around them, and connect to no site other than this one; the content that they show may come from elsewhere.
 */
const CONTENT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'self' data: blob: https: 'unsafe-inline' 'unsafe-eval'",
    "connect-src 'self' data: blob:",
    "object-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    'sandbox allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads',
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Robots-Tag': 'noindex',
};

const LARGEST_REPORT = '512kb';
const require = createRequire(import.meta.url);

/** The files of the player, by the names under which they are served. */
const PARTS = {
  'player.js': ['text/javascript', new URL('player.js', import.meta.url)],
  'style.css': ['text/css', new URL('style.css', import.meta.url)],
  'scorm12.js': ['text/javascript', require.resolve('scorm-again/scorm12/min')],
  'scorm2004.js': ['text/javascript', require.resolve('scorm-again/scorm2004/min')],
} as const;

/**
 * Plays packages, on an origin of their own. Every path contains a ticket, signed by the service, that grants one launch by one person. There are no
 * sessions here: cookies are neither read nor set.
 */
export function contentPages(services: Services): Router {
  const { ports, limits } = services;
  const router = Router({ strict: true, caseSensitive: true });
  const parts = new Map<string, Promise<StaticContent>>();
  router.use((req: Request, res: Response, next: NextFunction) => {
    delete req.headers.cookie;
    res.set(CONTENT_HEADERS);
    // A service worker would outlive the launch, and respond for whatever is played under its path.
    if (req.headers['service-worker'] !== undefined) throw new NotFoundError();
    next();
  });
  router.get('/player/:name', async (req: Request<{ name: string }>, res) => {
    const part = Object.hasOwn(PARTS, req.params.name) ? PARTS[req.params.name as keyof typeof PARTS] : undefined;
    if (!part) throw new NotFoundError();
    const [type, file] = part;
    const made = parts.get(req.params.name) ?? readFile(file).then((bytes) => new StaticContent(type, bytes));
    parts.set(req.params.name, made);
    res.set('Cache-Control', 'public, max-age=3600');
    await (await made).send(req, res);
  });
  const grantOf = (req: Request<{ ticket: string }>): LaunchGrant => {
    const grant = readLaunch(ports, req.params.ticket);
    if (!grant) throw new NotFoundError();
    return grant;
  };
  router.get('/play/:ticket/', async (req, res) => {
    const play = await openPlay(ports, grantOf(req));
    const language = (req.acceptsLanguages(LANGUAGES) || 'en') as (typeof LANGUAGES)[number];
    res.set({ 'Cache-Control': 'private, no-store', Vary: 'Accept-Language' }).type('html');
    res.send(playerPage(play, `/play/${req.params.ticket}/`, language));
  });
  router.post('/play/:ticket/state', json({ limit: LARGEST_REPORT, strict: true }), async (req, res) => {
    const grant = grantOf(req);
    await takeInternal(limits, 'package_state', `${grant.userId} ${grant.lessonId}`);
    const body: unknown = req.body;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new HttpProblem('unsupported_media_type', 'Send a JSON object.');
    const faults = textFaults(body);
    if (faults.length > 0) throw new ValidationError(faults);
    res.json(await keepPlay(ports, grant, body));
  });
  router.get('/play/:ticket/files/*path', async (req: Request<{ ticket: string; path: string[] }>, res) => {
    await sendFile(services, grantOf(req), req.params.path.join('/'), req, res);
  });
  // The browser's PDF viewer does not run in a sandbox, so the policy is removed. This path never sends a file of any other type.
  router.get('/document/:ticket', async (req: Request<{ ticket: string }>, res) => {
    const found = await framedDocument(ports, req.params.ticket);
    if (!found) throw new NotFoundError();
    res.removeHeader('Content-Security-Policy');
    await sendStored(ports.storage, found.key, req, res, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': attachment(found.fileName).replace(/^attachment/, 'inline'),
      'Cache-Control': 'private, max-age=3600',
    });
  });
  router.use((_req: Request, _res: Response, next: NextFunction) => next(new NotFoundError()));
  router.use((error: unknown, _req: Request, _res: Response, next: NextFunction) => next(problemOfBody(error)));
  return router;
}

/** Turns an error that Express throws about a body into a problem. */
function problemOfBody(error: unknown): unknown {
  const { type } = (error ?? {}) as { type?: string };
  if (type === 'entity.too.large') return new HttpProblem('payload_too_large', `A report can be at most ${LARGEST_REPORT}.`);
  return type === 'entity.parse.failed' || type === 'request.aborted' || type === 'encoding.unsupported' || type === 'charset.unsupported'
    ? new HttpProblem('bad_request', 'Send a JSON object.')
    : error;
}

/** Sends a file of a package, or the requested part of it. The bytes of all files of a package are stored as one file. */
async function sendFile({ ports: { db, storage } }: Services, grant: LaunchGrant, path: string, req: Request, res: Response): Promise<void> {
  const file = path.includes('\0') ? undefined : await findPackageFile(db, grant.organisationId, grant.packageId, path);
  if (!file) throw new NotFoundError();
  const { start, size, key } = file;
  const wanted = await rangeOf(req, async () => size);
  if (wanted && wanted.start >= size) throw new HttpProblem('range_not_satisfiable', `The file has ${size} bytes.`, { 'Content-Range': `bytes */${size}` });
  const [first, last] = [wanted?.start ?? 0, Math.min(wanted?.end ?? Infinity, size - 1)];
  const type = contentTypeOf(file.path);
  const found = req.method === 'HEAD' || size === 0 ? undefined : await storage.open(key, { start: start + first, end: start + last });
  res.writeHead(wanted ? 206 : 200, {
    'Content-Type': type,
    'Content-Length': Math.max(0, last - first + 1),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=3600',
    ...(type === 'application/octet-stream' ? { 'Content-Disposition': 'attachment' } : {}),
    ...(wanted ? { 'Content-Range': `bytes ${first}-${last}/${size}` } : {}),
  });
  if (!found) return void res.end();
  await pipeline(found.stream, res).catch((error: unknown) => {
    res.destroy();
    // Unless the storage has failed, the client has disconnected.
    if (outageOf(error)) throw error;
  });
}
