import { type Request, type Response, Router } from 'express';
import { webAppRoutes } from '../../generated/web-app-routes.ts';
import { NotFoundError, ValidationError } from '../domain/kernel/errors.ts';
import type { UploadedFile } from '../domain/kernel/uploaded-file.ts';
import { webUrl } from '../domain/organisations/organisations/web-links.ts';
import { refuse } from '../http/answer.ts';
import { type CallOperation, RefusedCall } from '../http/contract/call.ts';
import { readBody } from '../http/contract/request-body.ts';
import { requireSameSite } from '../http/csrf.ts';
import { currentExchange, type Exchange } from '../http/exchange.ts';
import { HttpProblem, type Problem } from '../http/problems.ts';
import { hasSecureCookies } from '../http/secure-cookies.ts';
import type { Services } from '../http/services.ts';
import { offerToCaches } from './caching.ts';
import { actWithProof } from './confirm.ts';
import { document } from './frame.ts';
import { type FormOwner, isEnd, keepForm, refuseOther, signInFor, takeOwner, withKeptForm } from './kept-forms.ts';
import { problemText } from './parts/form.ts';
import { html } from './parts/html.ts';
import { PROSE_PATH, PROSE_STYLE } from './parts/prose-style.ts';
import { withParts } from './parts/rich-text.ts';
import { brandText, STYLES } from './parts/style.ts';
import { ROUTES } from './routes.ts';
import { SCRIPTS } from './scripts/scripts.ts';
import { secureVisit } from './security.ts';
import { type Answer, bareVisit, fullVisit, type Page, type PageRoute, type Visit } from './visit.ts';

/** Request body of forms, which are small and contain only text unless a page says otherwise. */
const FORM = { required: false, mediaTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'], maxBytes: 64 * 1024, members: {}, oneLine: [] };

/**
 * Serves the pages that people see. They are rendered on the server, without scripts, and use only operations, which they call in process through the
 * same checks as every other client.
 */
export function pages(services: Services, call: CallOperation): Router {
  const router = Router();
  for (const [path, text] of [...STYLES, [PROSE_PATH, PROSE_STYLE] as const])
    router.get(path, (_req, res) => void res.set('Cache-Control', 'public, max-age=31536000, immutable').type('css').send(text));
  for (const [path, text] of SCRIPTS)
    router.get(path, (_req, res) => void res.set('Cache-Control', 'public, max-age=31536000, immutable').type('js').send(text));
  router.get(/^\/pages\/brand-([0-9a-f]{6})\.css$/, (req, res) => {
    res
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .type('css')
      .send(brandText(req.params[0] as string));
  });
  const respond = (handle: (visit: Visit, res: Response) => Promise<Shown>) => async (req: Request, res: Response) => {
    let visit = bareVisit(services, call, req);
    try {
      visit = await fullVisit(visit);
      await send(res, ...(await handle(visit, res)));
    } catch (error) {
      const { problem, headers } = error instanceof RefusedCall ? error : refuse(services, currentExchange.getStore() as Exchange, error);
      res.set(headers);
      const refused = { ...visit, waitSeconds: waitOf(headers) };
      await send(res, visit, isSignedOut(problem) && !isByScript(req) ? signInFirst(visit) : failure(refused, problem));
    }
  };
  for (const { path, act, ...route } of ROUTES) {
    router.get(
      path,
      respond(async (visit) => {
        const other = elsewhere(visit, path) ?? (route.needsUser && !visit.me ? signInFirst(visit) : null);
        if (other) return [visit, other];
        const shown = act ? await withKeptForm(visit) : visit;
        return [shown, await route.show(shown)];
      }),
    );
    if (act)
      router.post(
        path,
        respond(async (visit, res) => {
          if (!route.isForAnySite) requireSameSite(services.settings, visit.req);
          const read = await readForm(visit, res, route);
          if (read === 'too_large') return [visit, signInFor(visit, null)];
          const { owner, ...sent } = read;
          if (owner && visit.me && visit.me.id !== owner.userId) {
            const other = isByScript(visit.req) ? visit : await refuseOther(visit, owner, sent);
            return [other, { status: 409, ...(await shownOrRefused(other, route)) }];
          }
          try {
            if (route.maxBytes !== undefined && !visit.me) throw new HttpProblem('not_authenticated', 'Sign in first.');
            return await actFor({ ...visit, ...sent }, res, { ...route, act });
          } catch (error) {
            if (!owner?.userId || !isEnd(error) || isByScript(visit.req)) throw error;
            return [visit, signInFor(visit, await keepForm(visit, owner, sent))];
          }
        }),
      );
  }
  const missing = respond(() => Promise.reject(new NotFoundError()));
  router.use((req, res, next) => (isRead(req) && req.accepts(['json', 'html']) === 'html' ? void missing(req, res) : next(new NotFoundError())));
  return router;
}

type Shown = [Visit, Answer];

/** Maximum size of a form that is read before its sender has signed in. */
const VISITOR_BYTES = 256 * 1024;

/** Reads the form of a request. A form larger than visitors may send is not read. */
async function readForm(visit: Visit, res: Response, route: Pick<PageRoute, 'maxBytes' | 'files'>): Promise<Submitted | 'too_large'> {
  const { me, req } = visit;
  const { maxBytes } = route;
  const form = formOf(me || maxBytes === undefined ? route : { ...route, maxBytes: Math.min(maxBytes, VISITOR_BYTES) });
  try {
    const { body, faults } = await readBody(req, res, form);
    if (faults.length) throw new ValidationError(faults);
    return takeOwner(visit, submitted(body ?? {}));
  } catch (error) {
    if (!me && maxBytes !== undefined && error instanceof HttpProblem && error.code === 'payload_too_large') return 'too_large';
    throw error;
  }
}

type Submitted = Pick<Visit, 'form' | 'files'> & { owner: FormOwner | null };

const formOf = ({ maxBytes = FORM.maxBytes, files = [] }: Pick<PageRoute, 'maxBytes' | 'files'>) => ({
  ...FORM,
  maxBytes,
  members: Object.fromEntries(files.map((name) => [name, { kind: 'file' as const, nullable: false }])),
});

/** Separates texts from files. A browser sends a field without a file as an empty file without a name. */
function submitted(body: object): Pick<Visit, 'form' | 'files'> {
  const entries = Object.entries(body as Record<string, string | UploadedFile>);
  return {
    form: Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    files: Object.fromEntries(entries.filter((entry): entry is [string, UploadedFile] => typeof entry[1] !== 'string' && entry[1].filename !== '')),
  };
}

/** Paths of the pages that a web application offers instead, in the notation of Express. */
const OFFERED = new Set(Object.values(webAppRoutes).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')));

/** Returns a redirect to the page in the web application, if there is one. The URL also names the organisation of the host. */
function elsewhere({ services, req, base, site, query }: Visit, path: string): Answer | null {
  const { webAppUrl } = services.ports;
  if (webAppUrl === null || !OFFERED.has(path)) return null;
  return { redirect: webUrl({ base, webAppUrl }, query.organisation === undefined ? site : undefined, req.originalUrl) };
}

/** Whether a script of a page sent the request. Scripts must learn that the user is signed out, instead of being redirected to the sign-in page. */
const isByScript = (req: Request): boolean => !isRead(req) && req.accepts(['html', 'json']) === 'json';

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Carries out the form of a page. If an operation refuses, the form is shown again, so that the visitor can correct it. */
async function actFor(visit: Visit, res: Response, { show, act }: Pick<PageRoute, 'show'> & Required<Pick<PageRoute, 'act'>>): Promise<Shown> {
  try {
    const acted = await actWithProof(visit, act);
    return [acted.visit, acted.answer];
  } catch (error) {
    if (!(error instanceof RefusedCall) || isSignedOut(error.problem)) throw error;
    const refused = { ...visit, problem: error.problem, waitSeconds: waitOf(error.headers) };
    res.set(error.headers);
    const answer = await show(refused);
    return [refused, 'redirect' in answer ? failure(refused, error.problem) : { status: error.problem.status, ...answer }];
  }
}

/** Shows a page, or the reason why the visitor may not see it. */
async function shownOrRefused(visit: Visit, { show }: Pick<PageRoute, 'show'>): Promise<Answer> {
  try {
    return await show(visit);
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    return failure(visit, error.problem);
  }
}

/** Returns `Retry-After` in seconds. */
const waitOf = ({ 'Retry-After': seconds }: Record<string, string>): number | null => (seconds === undefined ? null : Number(seconds));

const isSignedOut = ({ code }: Problem): boolean => code === 'not_authenticated' || code === 'second_factor_required';

const signInFirst = ({ link, req }: Visit): Answer => ({ redirect: link('/sign-in', { next: isRead(req) ? req.originalUrl : undefined }) });

/** Shows what to do, with one button, followed in small print by the details for support. */
function failure(visit: Visit, problem: Problem): Page {
  const { say, link, me, req } = visit;
  const { status } = problem;
  const [title, text] = FAILURES[status] ?? ([status >= 500 ? 'page.failed.title' : 'page.refused.title', null] as const);
  const isRepeatable = status >= 500 && isRead(req);
  return {
    status,
    title: say(title),
    main: html`<div class="card"><p>${text ? say(text) : problemText(visit, problem)}</p>
<p>${
      isRepeatable
        ? html`<a class="button" href="${req.originalUrl}">${say('page.failed.again')}</a>`
        : html`<a class="button" href="${link(me ? '/learn' : '/')}">${say(me ? 'page.learn.title' : 'page.failed.start')}</a>`
    }</p>
${status !== 404 && html`<p class="quiet">${say('page.failed.request', { id: problem.request_id })}</p>`}</div>`,
  };
}

const FAILURES: Readonly<Record<number, readonly [FailureTitle, 'page.gone.text' | 'page.failed.text' | null]>> = {
  403: ['page.forbidden.title', null],
  404: ['page.not_found.title', null],
  410: ['page.gone.title', 'page.gone.text'],
  429: ['page.busy.title', null],
  500: ['page.failed.title', 'page.failed.text'],
  503: ['page.outage.title', null],
};

type FailureTitle = 'page.forbidden.title' | 'page.not_found.title' | 'page.gone.title' | 'page.busy.title' | 'page.failed.title' | 'page.outage.title';

async function send(res: Response, visit: Visit, answer: Answer): Promise<void> {
  const cookie = 'cookie' in answer ? answer.cookie : undefined;
  if (cookie) res.cookie(cookie.name, cookie.value, { ...COOKIE, secure: hasSecureCookies(visit.services.settings), maxAge: cookie.seconds * 1000 });
  secureVisit(visit, res, 'needs' in answer ? answer.needs : {});
  if ('redirect' in answer) {
    if (answer.forgets) res.set('Clear-Site-Data', '"storage"');
    return res.redirect(303, answer.redirect);
  }
  if ('text' in answer) {
    res.set('Cache-Control', `private, max-age=${answer.seconds}`).type(answer.type);
    return void (offerToCaches(visit, res, answer, answer.text) ? res.status(304).end() : res.send(answer.text));
  }
  const text = await withParts(document(visit, answer), visit.services.ports.markup);
  if (offerToCaches(visit, res, answer, text)) return void res.status(304).end();
  res
    .status(answer.status ?? 200)
    .type('html')
    .send(text);
}

const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
