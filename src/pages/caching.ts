import { hash } from 'node:crypto';
import type { Response } from 'express';
import { visitorSelectors } from '../http/visitor-caching.ts';
import type { Loaded, Page, Visit } from './visit.ts';

/** Time for which a shared cache may keep a public page. Browsers revalidate it each time, so that nobody is shown a page from before their sign-in. */
const SECONDS = 60;

/** Whether everybody without a session gets the same response: the page or text is public, and does not reflect anything that this visitor has done. */
const isForEverybody = ({ me, req, problem, said }: Visit, res: Response, { isPublic, ...answer }: Page | Loaded): boolean => {
  const isPlain = 'text' in answer || ((answer.status ?? 200) === 200 && !answer.problem && !answer.cookie);
  const isVisitor = me === null && !req.headers.cookie?.includes('lms_session=');
  return isPublic === true && isPlain && isVisitor && problem === null && said === null && req.method !== 'POST' && !res.hasHeader('Set-Cookie');
};

/** Lets every cache keep a response that is the same for everybody. Returns whether the client already has it. */
export function offerToCaches(visit: Visit, res: Response, answer: Page | Loaded, text: string): boolean {
  if (!isForEverybody(visit, res, answer)) return false;
  const lifetime = 'seconds' in answer ? `max-age=${answer.seconds}` : `max-age=0, s-maxage=${SECONDS}`;
  res.set({ 'Cache-Control': `public, ${lifetime}`, ETag: `"${hash('sha256', text, 'base64url')}"` });
  res.vary(visitorSelectors(visit.services).join(', '));
  return visit.req.fresh;
}
