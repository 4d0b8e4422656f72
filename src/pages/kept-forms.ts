import { randomUUID } from 'node:crypto';
import { RefusedCall } from '../http/contract/call.ts';
import { HttpProblem } from '../http/problems.ts';
import { takeInternal } from '../http/quotas.ts';
import { readSignedToken, writeSignedToken } from '../platform/secrets/signed-token.ts';
import { Html, html } from './parts/html.ts';
import type { Answer, Visit } from './visit.ts';

/** Hidden field in every form with the user for whom it was rendered. */
const OWNER = 'form_owner';
/** Query parameter with the name of the stored form that the page shows again. */
const KEPT = 'kept';

const PURPOSE = 'form-owner';
const DAY_MS = 24 * 3_600_000;
/** Maximum age of a form. A session that is not used ends sooner. */
const FORM_DAYS = 30;
/** Time for which a form is stored until its owner has signed in. */
const KEPT_SECONDS = 3600;
/** Maximum size of one stored form. */
const MOST_BYTES = 256 * 1024;

/** Names of fields with passwords, codes and keys, which are never stored. */
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

/** Adds the user for whom the page was rendered to each of its forms. User-written texts contain no forms. */
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

/** Owner of a form whose owner cannot be read. */
const NOBODY: FormOwner = { userId: '' };

/** Separates the owner from the submitted form. It is null if the form names none or is too old, and `NOBODY` if the owner was forged or changed. */
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

/** Stores the submitted form until its owner has signed in. Returns its name, or null if it could not be stored. */
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

/** Redirects to the sign-in page, which leads back to the page of the form and says whether the entries were stored. */
export function signInFor(visit: Visit, name: string | null): Answer {
  const next = name === null ? visit.req.originalUrl : backTo(visit, name);
  return { redirect: visit.link('/sign-in', { next, notice: name === null ? 'form_too_large' : 'form_kept' }) };
}

/**
 * Returns the visit for a user who submits a form that was rendered for another user: they see their own page without any of the entries, which may be
 * private. The form is stored for its owner, who gets it back by signing in, as after the end of a session, so that people with two accounts lose nothing.
 * Forms that were rendered for visitors have no owner: pages that offer something else to users show the entries again, without the address.
 */
export async function refuseOther(visit: Visit, owner: FormOwner, sent: Sent): Promise<Visit> {
  const other = toOther(visit);
  const name = owner.userId ? await keepForm(visit, owner, sent) : null;
  if (name === null) return other;
  const next = visit.link('/sign-in', { next: backTo(visit, name) });
  return { ...other, said: html`${other.said} <a href="${next}">${visit.say('page.kept.owner')}</a>` };
}

/** Fills the page with a stored form, for its owner only. Nothing is submitted: the owner reads the entries and presses the button again. */
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

/** Tells a user that they are not the owner of the form. */
const toOther = (visit: Visit): Visit => ({ ...visit, said: visit.say('page.kept.other') });
