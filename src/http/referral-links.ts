import { parseCookie } from 'cookie';
import { type CookieOptions, type Request, Router } from 'express';
import { countClick, findLink } from '../domain/affiliates/referrals/follow-link.ts';
import { writeToken } from '../domain/affiliates/referrals/referral-token.ts';
import { endOfTouch, readTouches, type Touch, writeTouches } from '../domain/affiliates/referrals/touches.ts';
import { getCookieConsent } from '../domain/identity/consent/cookies.ts';
import { readSite } from '../domain/organisations/organisations/site.ts';
import { webPath, webUrl } from '../domain/organisations/organisations/web-links.ts';
import { clientOf } from './client-network.ts';
import { currentExchange, type Exchange } from './exchange.ts';
import { takeInternal } from './quotas.ts';
import { hasSecureCookies } from './secure-cookies.ts';
import type { Services } from './services.ts';
import { visitorOf } from './visitor.ts';

const SUB_ID = /^[A-Za-z0-9_-]{1,64}$/;
const BOT = /bot|crawl|spider|slurp|preview|facebookexternalhit|embed|monitor|headless/i;

const cookieName = ({ settings }: Services): string => (hasSecureCookies(settings) ? '__Host-lms_referrals' : 'lms_referrals');

const attributesOf = ({ settings }: Services): CookieOptions => ({ httpOnly: true, sameSite: 'lax', secure: hasSecureCookies(settings), path: '/' });

/** Deletes the cookie with the affiliate links that the browser of a request has followed, if there is one. */
export function forgetReferrals(services: Services, { req, res }: Exchange): void {
  if (referralCookieOf(services, req) !== null) res.clearCookie(cookieName(services), attributesOf(services));
}

/** Returns the cookie with the affiliate links that the browser of a request has followed, or null. */
export const referralCookieOf = (services: Services, { headers }: Request): string | null => parseCookie(headers.cookie ?? '')[cookieName(services)] ?? null;

/**
 * Redirects affiliate links to the pages that they promote. A click is counted, and remembered in a cookie of the selling host, only if a person follows the
 * link in a window of their browser. A token in the URL carries the same information if the cookie may not be set, and for a web application, which may be
 * on a host that the cookie does not reach. Links that do not exist or whose course nobody can see lead to the catalogue.
 */
export function referralLinks(services: Services): Router {
  const { db, clock, clicks, keyring, webAppUrl } = services.ports;
  const router = Router();
  router.get('/r/:code', async (req, res) => {
    const exchange = currentExchange.getStore() as Exchange;
    const client = clientOf(req);
    await takeInternal(services.limits, 'referral_link', client.address);
    const { base } = exchange;
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    const link = await findLink(db, req.params.code);
    const site = link ? await readSite(db, link.organisationId, base) : undefined;
    // The cookies of the service's own host do not reach the organisation's host.
    if (site && site.address !== base && req.hostname === new URL(base).hostname) {
      res.redirect(302, site.address + req.originalUrl);
      return;
    }
    const subId = typeof req.query.sid === 'string' && SUB_ID.test(req.query.sid) ? req.query.sid : null;
    const touch = link && isFollowed(services, req) ? countClick({ clock, clicks }, link, client, subId) : null;
    const isRemembered = touch !== null && link !== null && (await mayRemember(services, exchange, link));
    if (isRemembered) remember(services, exchange, touch);
    const token = touch !== null && (!isRemembered || webAppUrl !== null) ? writeToken(keyring, touch) : null;
    const path = link?.courseSlug ? webPath('course', { slug: link.courseSlug }) : webPath('catalogue');
    res.redirect(302, withParameters(webUrl({ base, webAppUrl }, site, path), req.query, { sid: subId, referral_token: token }));
  });
  return router;
}

/**
 * Whether a person follows the link. Frames, images, prefetches and programs do not count: browsers call themselves Mozilla, and on a secure connection
 * declare the purpose of a request.
 */
function isFollowed({ settings }: Services, { method, headers }: Request): boolean {
  const isSaid = hasSecureCookies(settings);
  const { 'sec-fetch-mode': mode = isSaid ? '' : 'navigate', 'sec-fetch-dest': target = isSaid ? '' : 'document', 'user-agent': agent = '' } = headers;
  const isInAdvance = headers['sec-purpose'] !== undefined || headers.purpose !== undefined;
  return method === 'GET' && mode === 'navigate' && target === 'document' && !isInAdvance && agent.startsWith('Mozilla/5.0') && !BOT.test(agent);
}

async function mayRemember(services: Services, exchange: Exchange, { needsConsent }: { needsConsent: boolean }): Promise<boolean> {
  if (!needsConsent) return true;
  const { marketing } = await getCookieConsent(services.ports, { visitorId: visitorOf(services, exchange).id, userId: null });
  return marketing;
}

function remember(services: Services, { req, res }: Exchange, touch: Touch): void {
  const { keyring, clock } = services.ports;
  const now = clock.now();
  const touches = [...readTouches(keyring, referralCookieOf(services, req)), touch].filter((one) => endOfTouch(one) > now);
  const maxAge = Math.max(0, ...touches.map(endOfTouch).map((end) => end - now));
  res.cookie(cookieName(services), writeTouches(keyring, touches), { ...attributesOf(services), maxAge });
}

/** Adds the known parameters and the campaign parameters of the query to the URL, but no other part of the query. */
function withParameters(address: string, query: Request['query'], known: Readonly<Record<string, string | null>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) if (name.startsWith('utm_') && typeof value === 'string') url.searchParams.append(name, value);
  for (const [name, value] of Object.entries(known)) if (value !== null) url.searchParams.append(name, value);
  return url.href;
}
