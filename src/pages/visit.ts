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

/** One request for a page: who asks, in which language, on whose site. */
export interface Visit {
  call: CallOperation;
  reader: Reader;
  say: Reader['say'];
  /** The organisation on whose site the visitor is. Undefined on the site of the service itself. */
  site: Site | undefined;
  /** Null if nobody is signed in. */
  me: Shape<'Me'> | null;
  services: Services;
  req: Request;
  /** Absolute base URL of the service. */
  base: string;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The link of an affiliate that the visitor has followed, for `startCheckout`. */
  referral_token: string | undefined;
  /** What the visitor submitted, or nothing. */
  form: Readonly<Record<string, string>>;
  /** The files that the visitor submitted, by the names of their fields. Fields without a file are left out. */
  files: Readonly<Record<string, UploadedFile>>;
  /** Why what the visitor submitted was refused. */
  problem: Problem | null;
  /** After how many seconds the visitor can try again what was refused, if that is known. */
  waitSeconds: number | null;
  /** What the page says first, whatever it is about. */
  said: string | Html | null;
  /** Returns the URL of another page of this site. It keeps the name of the organisation if the host does not say it, and the referral of the visitor. */
  link(path: string, query?: Readonly<Record<string, string | undefined>>): string;
}

export interface Page {
  title: string;
  main: Html;
  /** What stands above the main part, such as the contents of a course. */
  before?: Html;
  /** What the head of the document says about the page to other sites. */
  head?: Html;
  status?: number;
  /** What is wrong with what was submitted, where no operation has refused it. */
  problem?: Problem;
  /** What the page says first, instead of what it would say whatever it is about. */
  said?: string;
  /** Whether search engines may list the page, and caches keep it for visitors who are not signed in: it then shows nobody anything of their own. */
  isPublic?: boolean;
  /** Where the browser goes by itself after showing the page. */
  forwards?: string;
  /** After how many seconds the browser opens the page again. */
  refreshes?: number;
  /** What the page shows from elsewhere, and whether it has a script. */
  needs?: Needs;
  /** Cookies to set, with their lifetime in seconds. */
  cookie?: { name: string; value: string; seconds: number };
}

export type ScriptName = 'lesson' | 'forms' | 'zone';

/** What a page may load beside styles and pictures. The parts that show something say what they need. */
export interface Needs {
  /** The scripts of the page, by their names in `scripts/`. What they improve also works without them. */
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

/** A text that a page loads, with its media type and for how long the browser may keep it. */
export interface Loaded {
  text: string;
  type: string;
  seconds: number;
  /** Whether it is the same for everybody. */
  isPublic?: boolean;
}

/** A page, the URL of the page to go to instead, or what a page loads. The browser can be told to forget what the pages have kept in it. */
export type Answer = Page | Loaded | { redirect: string; cookie?: Page['cookie']; forgets?: boolean };

export interface PageRoute {
  path: string;
  /** Shows the page. Changes nothing, so that programs that follow the links in mails do no harm. */
  show(visit: Visit): Promise<Answer> | Answer;
  /** Does what the form of the page asks for. If an operation refuses, the page is shown with its problem. */
  act?(visit: Visit): Promise<Answer>;
  /** Whether the page exists for signed-in users only. Others sign in first. */
  needsUser?: boolean;
  /** Whether programs such as those for mail submit the form, too: its path is the secret. Other forms come from this site. */
  isForAnySite?: boolean;
  /** How many bytes the form of the page may have, where people write long texts or hand in files. Only signed-in users submit it. */
  maxBytes?: number;
  /** The names of the files in the form of the page. */
  files?: readonly string[];
}

const ORGANISATION = /^[A-Za-z0-9-]{1,63}$/;
const REFERRAL_TOKEN = /^[A-Za-z0-9_-]{1,1000}$/;

/** Returns the visit as far as the request alone says, for pages that must not depend on anything else. */
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

/** Adds the organisation, the signed-in user, and their language, which comes before that of the browser. */
export async function fullVisit(visit: Visit): Promise<Visit> {
  const { services, call, req, base } = visit;
  const { db } = services.ports;
  const [named, me] = await Promise.all([siteNamed(db, namedOrganisation(services, req), base), signedIn(call, req)]);
  const site = named ?? (me?.current_organisation ? await readSite(db, me.current_organisation.id, base) : undefined);
  const reader = readerOf([me?.language, chosenLanguage(req), ...acceptedLanguages(req), site?.language], me?.timezone ?? site?.timezone ?? 'UTC');
  return { ...visit, site, me, reader, say: reader.say };
}

/** Returns the signed-in user. Null if nobody is, or if a second factor is still missing. */
async function signedIn(call: CallOperation, { headers }: Request): Promise<Shape<'Me'> | null> {
  if (!headers.cookie?.includes('lms_session=')) return null;
  try {
    return await call('getMe');
  } catch (error) {
    if (error instanceof RefusedCall && error.problem.status === 401) return null;
    throw error;
  }
}

/** Parameters that are repeated or nested are left out. */
const texts = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The cookie with the language that a visitor has chosen. */
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
