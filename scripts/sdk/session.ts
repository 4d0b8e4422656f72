import { keyedPosts } from '../../generated/keyed-posts.ts';
import { sessionCodes } from '../../generated/problem-codes.ts';
import { type Calls, type ConnectOptions, connect, requireUrl } from './calls.ts';
import { PREFIXES, type Schemas, type SessionPaths } from './contract.ts';
import { Cookies } from './cookies.ts';
import { type DeliveriesOptions, deliveries } from './deliveries.ts';
import { type Grouped, type GroupTables, grouped } from './groups.ts';
import { type LessonChange, type LessonPlace, pathOf, updateLesson } from './lessons.ts';
import { type UploadOptions, upload } from './uploads.ts';

export interface SessionOptions<Groups extends GroupTables = GroupTables> extends ConnectOptions {
  /** Cookies of an earlier session, as `cookie` returned them. Not needed in browsers. */
  cookie?: string;
  /** ID or subdomain of the organisation to work in. Default: the one that the host or the session names. */
  organisation?: string;
  /** Tags of `@lms/client/groups` whose operations the client offers under short names. */
  groups?: Groups;
}

type Method = Schemas['SecondFactorMethod'];

export interface SignIn {
  email: string;
  password: string;
  /** Called to get a code, if the account has a second factor. */
  code?(methods: readonly Method[]): Promise<{ method: Method; code: string }>;
}

export interface Session extends Calls<SessionPaths> {
  /** The cookies of the session. Empty in browsers, which keep them themselves. Keep them secret. */
  readonly cookie: string;
  /** Begins a session. */
  signIn(credentials: SignIn): Promise<Schemas['SignInResult']>;
  /** Changes a lesson, and applies the change again if somebody else has changed the lesson in the meantime. */
  updateLesson(
    lesson: LessonPlace | Schemas['Lesson'],
    change: LessonChange | ((lesson: Schemas['Lesson']) => LessonChange | null | Promise<LessonChange | null>),
  ): Promise<Schemas['Lesson']>;
  /** Uploads a file for a course. */
  upload(courseId: string, file: Blob & { name?: string }, options: UploadOptions): Promise<Schemas['Upload']>;
  /** Returns the deliveries to a webhook endpoint as they are queued. */
  deliveries(endpointId: string, options?: DeliveriesOptions): AsyncGenerator<Schemas['WebhookDelivery'], void>;
}

const LESSON = '/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/';

/**
 * Opens the surface of the web application, as the user of a session.
 * @throws TypeError if there is no URL
 */
export function session<const Groups extends GroupTables = Record<never, never>>(options: SessionOptions<Groups>): Session & Grouped<SessionPaths, Groups> {
  requireUrl(options);
  const { cookie, organisation, url, retry, groups, fetch: send = fetch } = options;
  const cookies = new Cookies();
  if (cookie) cookies.text = cookie;
  const calls = connect<SessionPaths>(options, {
    prefix: PREFIXES.session,
    // Browsers send their own Origin and cookies, and ignore these.
    headers: { Origin: new URL(url).origin, ...(organisation ? { 'X-Organisation': organisation } : {}) },
    takesKey,
    codes: sessionCodes,
    send: async (request) => {
      if (cookies.text) request.headers.set('Cookie', cookies.text);
      const answer = await send(request);
      cookies.take(answer);
      return answer;
    },
  });
  const store = {
    // Staff see a lesson as it is edited.
    read: async (place: LessonPlace) => (await calls.get(LESSON, { params: { path: pathOf(place) } })) as Schemas['Lesson'],
    write: (place: LessonPlace, body: Schemas['PatchedLesson']) => calls.patch(LESSON, { params: { path: pathOf(place) }, body }),
  };
  const own: Session = {
    ...calls,
    get cookie() {
      return cookies.text;
    },
    signIn: (credentials) => signIn(calls, credentials),
    updateLesson: (lesson, change) => updateLesson(store, lesson, change),
    upload: (courseId, file, settings) => upload(calls, courseId, file, settings, { ...(retry ? { retry } : {}), fetch: send }),
    deliveries: (endpointId, settings) => deliveries(calls, endpointId, settings),
  };
  return Object.assign(own, grouped(calls, groups ?? ({} as Groups)));
}

/** @throws LmsError; Error if a code is required and nobody can be asked for it */
async function signIn(calls: Calls<SessionPaths>, { email, password, code }: SignIn): Promise<Schemas['SignInResult']> {
  const result = await calls.post('/auth/login/', { body: { email, password } });
  if (result.status === 'signed_in') return result;
  if (!code) throw new Error(`signing in requires a code (${result.methods.join(', ')})`);
  const given = await code(result.methods);
  const body = { code: given.code };
  return given.method === 'email' || given.method === 'sms' ? calls.post('/auth/login/mfa/', { body }) : calls.post('/auth/login/totp/', { body });
}

const takesKey = (path: string): boolean =>
  keyedPosts.has(path) || [...keyedPosts].some((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
