import { randomUUID } from 'node:crypto';
import { RefusedCall } from '../http/contract/call.ts';
import { HttpProblem } from '../http/problems.ts';
import { takeInternal } from '../http/quotas.ts';
import { readSignedToken, writeSignedToken } from '../platform/secrets/signed-token.ts';
import { Html, html } from './parts/html.ts';
import type { Answer, Visit } from './visit.ts';

/** Says in every form for whom it was made. */
const OWNER = 'form_owner';
/** Names, in the URL of a page, the form that is shown again in it. */
const KEPT = 'kept';

const PURPOSE = 'form-owner';
const DAY_MS = 24 * 3_600_000;
/** How old a form may be: a session that is not used ends sooner. */
const FORM_DAYS = 30;
/** For how long a form waits until its owner has signed in. */
const KEPT_SECONDS = 3600;
/** What is kept of one form. */
const MOST_BYTES = 256 * 1024;

/** Passwords, codes and keys are never kept. */
const SECRET = /(^|[._])(password|code|pin|secret)$|^proof_/;

export interface FormOwner {
  userId: string;
}

type Sent = Pick<Visit, 'form' | 'files'>;

interface KeptForm {
  userId: string;
  /** The page and the site of the form. */
  place: string;
  until: number;
  form: Visit['form'];
  hadFiles: boolean;
}

const placeOf = ({ req, query }: Visit): string => `${req.path}?${query.organisation ?? ''}`;

const idOf = (name: string): string => `form:${name}`;

const keyringOf = ({ services }: Visit) => services.ports.keyring;

const nowOf = ({ services }: Visit): number => services.ports.clock.now();

const dayOf = (visit: Visit): number => Math.floor(nowOf(visit) / DAY_MS);

const seal = (visit: Visit, value: object): string =>
  keyringOf(visit)
    .seal(Buffer.from(JSON.stringify(value)))
    .toString('base64url');

/** Returns what `seal` sealed, or null for anything else. */
function open<Value extends object>(visit: Visit, text: string): Value | null {
  const plain = keyringOf(visit).openIfKnown(Buffer.from(text, 'base64url'));
  return plain && (JSON.parse(plain.toString()) as Value);
}

/** Says in each form of a page for whom it was made. What people write contains no forms. */
export function ownedForms(visit: Visit, main: Html): Html {
  if (!visit.me || !main.text.includes('<form ')) return main;
  const claim = Buffer.from(`${dayOf(visit)} ${visit.me.id}`);
  const field = `<input type="hidden" name="${OWNER}" value="${writeSignedToken(keyringOf(visit), PURPOSE, claim)}">`;
  const [before, ...forms] = main.text.split('<form ');
  const owned = forms.map((form) => {
    const end = form.indexOf('>') + 1;
    return form.slice(0, end).includes('method="post"') ? `${form.slice(0, end)}${field}${form.slice(end)}` : form;
  });
  return new Html([before, ...owned].join('<form '));
}

/** Nobody: a form whose owner cannot be read is nobody's. */
const NOBODY: FormOwner = { userId: '' };

/** Takes the owner out of what was submitted. Null if the form names none, or was made too long ago; nobody if what it names was invented or changed. */
export function takeOwner(visit: Visit, { form, files }: Sent): Sent & { owner: FormOwner | null } {
  const { [OWNER]: sealed, ...others } = form;
  const claim = sealed === undefined ? null : readSignedToken(keyringOf(visit), PURPOSE, sealed);
  if (sealed !== undefined && !claim) return { form: others, files, owner: NOBODY };
  const [day, userId] = claim?.toString().split(' ') ?? [];
  return { form: others, files, owner: userId !== undefined && dayOf(visit) - Number(day) <= FORM_DAYS ? { userId } : null };
}

/** Whether the request was refused because nobody is signed in. */
export function isEnd(error: unknown): boolean {
  const code = error instanceof RefusedCall ? error.problem.code : error instanceof HttpProblem ? error.code : null;
  return code === 'not_authenticated' || code === 'second_factor_required';
}

/** Keeps what was submitted until the owner of the form has signed in. Returns its name, or null if it could not be kept. */
export async function keepForm(visit: Visit, { userId }: FormOwner, { form, files }: Sent): Promise<string | null> {
  const { services } = visit;
  const fields = Object.entries(form).filter(([name]) => !SECRET.test(name));
  const kept: KeptForm = {
    ...{ userId, place: placeOf(visit), until: nowOf(visit) + KEPT_SECONDS * 1000 },
    ...{ form: Object.fromEntries(fields), hadFiles: Object.keys(files).length > 0 },
  };
  const note = seal(visit, kept);
  if (note.length > MOST_BYTES * 2) return null;
  try {
    await takeInternal(services.limits, 'kept_form', userId);
  } catch (error) {
    if (error instanceof HttpProblem && error.code === 'throttled') return null;
    throw error;
  }
  const name = randomUUID();
  await services.sessions.keepNote(idOf(name), { note }, KEPT_SECONDS);
  return name;
}

const backTo = ({ req }: Visit, name: string): string => `${req.originalUrl}${req.originalUrl.includes('?') ? '&' : '?'}${KEPT}=${name}`;

/** Leads to the sign-in, which leads back to the page of the form, and says what became of what was entered. */
export function signInFor(visit: Visit, name: string | null): Answer {
  const next = name === null ? visit.req.originalUrl : backTo(visit, name);
  return { redirect: visit.link('/sign-in', { next, notice: name === null ? 'form_too_large' : 'form_kept' }) };
}

/**
 * What somebody sees who sends a form that was made for another user: their own page, and nothing of what was entered, in which that user may have written what
 * is nobody else's business. It is kept for its owner, who gets it back by signing in, as after the end of a session. So whoever has two accounts loses nothing.
 * Forms that were made for visitors are nobody's: pages that offer something else to users show what was entered again, without the address.
 */
export async function refuseOther(visit: Visit, owner: FormOwner, sent: Sent): Promise<Visit> {
  const other = toOther(visit);
  const name = owner.userId ? await keepForm(visit, owner, sent) : null;
  if (name === null) return other;
  const next = visit.link('/sign-in', { next: backTo(visit, name) });
  return { ...other, said: html`${other.said} <a href="${next}">${visit.say('page.kept.owner')}</a>` };
}

/** Puts what was kept into the page that is shown, for its owner alone. Nothing is sent: the owner reads it and presses the button again. */
export async function withKeptForm(visit: Visit): Promise<Visit> {
  const { query, say, services, me } = visit;
  const name = query[KEPT];
  if (name === undefined || !me) return visit;
  const stored = await services.sessions.readNote(idOf(name));
  const kept = typeof stored?.note === 'string' ? open<KeptForm>(visit, stored.note) : null;
  if (!kept || kept.place !== placeOf(visit) || kept.until < nowOf(visit)) return { ...visit, said: say('page.kept.over') };
  if (kept.userId === me.id) return { ...visit, form: kept.form, said: say(kept.hadFiles ? 'page.kept.back_files' : 'page.kept.back') };
  await services.sessions.keepNote(idOf(name), {}, 1);
  return toOther(visit);
}

/** Says to somebody that they are not the owner of the form. */
const toOther = (visit: Visit): Visit => ({ ...visit, said: visit.say('page.kept.other') });
