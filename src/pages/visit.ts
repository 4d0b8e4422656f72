import type { Request } from 'express';
import type { Shape } from '../domain/kernel/contract.ts';
import type { UploadedFile } from '../domain/kernel/uploaded-file.ts';
import { type Reader, readerOf } from '../domain/messages/language/reader.ts';
import { readSite, type Site, siteNamed } from '../domain/organisations/organisations/site.ts';
import { type CallOperation, RefusedCall } from '../http/contract/call.ts';
import { currentExchange, type Exchange } from '../http/exchange.ts';
import { namedOrganisation } from '../http/named-organisation.ts';
import type { Problem } from '../http/problems.ts';
import type { Services } from '../http/services.ts';
import type { Html } from './parts/html.ts';

/** One request for a page, with its user, language and site. */
export interface Visit {
  call: CallOperation;
  reader: Reader;
  say: Reader['say'];
  /** The organisation on whose site the visitor is. Undefined on the site of the service itself. */
  site: Site | undefined;
  /** The signed-in user, or null if nobody is signed in. */
  me: Shape<'Me'> | null;
  services: Services;
  req: Request;
  /** Absolute base URL of the service. */
  base: string;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Token of the affiliate link that the visitor has followed, for `startCheckout`. */
  referral_token: string | undefined;
  /** The submitted fields. Empty if nothing was submitted. */
  form: Readonly<Record<string, string>>;
  /** The submitted files, by field name. Fields without a file are left out. */
  files: Readonly<Record<string, UploadedFile>>;
  /** The reason why the submitted form was refused. */
  problem: Problem | null;
  /** Number of seconds after which the visitor can try again, if known. */
  waitSeconds: number | null;
  /** Notice at the top of the page, whatever the page is about. */
  said: string | Html | null;
  /** Returns the URL of another page of this site. It names the organisation if the host does not, and keeps the referral of the visitor. */
  link(path: string, query?: Readonly<Record<string, string | undefined>>): string;
}

export interface Page {
  title: string;
  main: Html;
  /** Content above the main part, such as the contents of a course. */
  before?: Html;
  /** Metadata for other sites in the head of the document. */
  head?: Html;
  status?: number;
  /** The problem with the submitted form, if it was not an operation that refused it. */
  problem?: Problem;
  /** Notice at the top of the page, in place of `Visit.said`. */
  said?: string;
  /** Whether search engines may list the page, and caches keep it for visitors who are not signed in. Such a page shows nobody's own data. */
  isPublic?: boolean;
  /** URL that the browser automatically opens after showing the page. */
  forwards?: string;
  /** Number of seconds after which the browser reloads the page. */
  refreshes?: number;
  /** External content and scripts of the page. */
  needs?: Needs;
  /** Cookies to set, with their lifetime in seconds. */
  cookie?: { name: string; value: string; seconds: number };
}

export type ScriptName = 'lesson' | 'forms' | 'zone';

/** The resources that a page may load besides styles and pictures. Each part of a page declares its own. */
export interface Needs {
  /** The scripts of the page, by their names in `scripts/`. The page also works without them. */
  scripts?: readonly ScriptName[];
  /** URLs of sounds, videos and captions. */
  media?: readonly string[];
  /** URLs of pages in frames. */
  frames?: readonly string[];
  /** URLs to which the script sends files. */
  connects?: readonly string[];
  /** URLs of other sites to which the forms of the page lead. */
  submits?: readonly string[];
}

/** A text that a page loads, with its media type and the time in seconds for which the browser may keep it. */
export interface Loaded {
  text: string;
  type: string;
  seconds: number;
  /** Whether the text is the same for everybody. */
  isPublic?: boolean;
}

/** A page, a text that a page loads, or the URL of the page to open instead. `forgets` deletes the data that the pages have stored in the browser. */
export type Answer = Page | Loaded | { redirect: string; cookie?: Page['cookie']; forgets?: boolean };

export interface PageRoute {
  path: string;
  /** Shows the page without changing anything, so that programs that follow the links in mails do no harm. */
  show(visit: Visit): Promise<Answer> | Answer;
  /** Carries out the form of the page. If an operation refuses, the page is shown with the problem. */
  act?(visit: Visit): Promise<Answer>;
  /** Whether the page is only for signed-in users. Others sign in first. */
  needsUser?: boolean;
  /** Whether other sites and programs, such as mail programs, may submit the form, whose URL is then the secret. Other forms must come from this site. */
  isForAnySite?: boolean;
  /** Maximum size in bytes of the form, on pages for long texts or files. Only signed-in users submit such forms. */
  maxBytes?: number;
  /** Names of the file fields in the form of the page. */
  files?: readonly string[];
}

const ORGANISATION = /^[A-Za-z0-9-]{1,63}$/;
const REFERRAL_TOKEN = /^[A-Za-z0-9_-]{1,1000}$/;

/** Returns the visit with only the data of the request, for pages that must not depend on anything else. */
export function bareVisit(services: Services, call: CallOperation, req: Request): Visit {
  const { base } = currentExchange.getStore() as Exchange;
  const query = texts(req.query);
  const organisation = ORGANISATION.test(query.organisation ?? '') ? query.organisation : undefined;
  const referral_token = REFERRAL_TOKEN.test(query.referral_token ?? '') ? query.referral_token : undefined;
  // Links cannot carry the header that names an organisation.
  if (organisation !== undefined) req.headers['x-organisation'] ??= organisation;
  const reader = readerOf([chosenLanguage(req), ...acceptedLanguages(req)], 'UTC');
  return {
    ...{
      services,
      call,
      req,
      base,
      query,
      reader,
      say: reader.say,
      site: undefined,
      me: null,
      form: {},
      files: {},
      problem: null,
      waitSeconds: null,
      said: null,
      referral_token,
    },
    path: req.params as Record<string, string>,
    link: (path, more = {}) => {
      const given = Object.entries({ organisation, referral_token, ...more }).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return given.length ? `${path}?${new URLSearchParams(given)}` : path;
    },
  };
}

/** Adds the organisation, the signed-in user, and their language, which takes precedence over the browser's. */
export async function fullVisit(visit: Visit): Promise<Visit> {
  const { services, call, req, base } = visit;
  const { db } = services.ports;
  const [named, me] = await Promise.all([siteNamed(db, namedOrganisation(services, req), base), signedIn(call, req)]);
  const site = named ?? (me?.current_organisation ? await readSite(db, me.current_organisation.id, base) : undefined);
  const reader = readerOf([me?.language, chosenLanguage(req), ...acceptedLanguages(req), site?.language], me?.timezone ?? site?.timezone ?? 'UTC');
  return { ...visit, site, me, reader, say: reader.say };
}

/** Returns the signed-in user, or null if nobody is signed in or a second factor is still missing. */
async function signedIn(call: CallOperation, { headers }: Request): Promise<Shape<'Me'> | null> {
  if (!headers.cookie?.includes('lms_session=')) return null;
  try {
    return await call('getMe');
  } catch (error) {
    if (error instanceof RefusedCall && error.problem.status === 401) return null;
    throw error;
  }
}

/** Returns the parameters that are texts. Repeated and nested ones are left out. */
const texts = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** Cookie with the language that a visitor has chosen. */
export const LANGUAGE_COOKIE = 'lms_language';

const chosenLanguage = ({ headers }: Request): string | undefined =>
  new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]{2})(?:;|$)`).exec(headers.cookie ?? '')?.[1];

const MOST_LANGUAGES = 10;

/** Returns the languages that the browser asks for, the most wanted first. */
function acceptedLanguages(req: Request): string[] {
  return req
    .acceptsLanguages()
    .slice(0, MOST_LANGUAGES)
    .filter((tag) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) && isLanguage(tag));
}

function isLanguage(tag: string): boolean {
  try {
    return new Intl.Locale(tag).baseName !== '';
  } catch {
    return false;
  }
}
