import type { ErrorCode } from '../domain/kernel/errors.ts';

/** The codes that the HTTP layer itself uses. Those of the domain are in its `errors.ts` files. */
type HttpErrorCode =
  | 'not_authenticated'
  | 'second_factor_required'
  | 'csrf_failed'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'file_address_invalid'
  | 'range_not_satisfiable'
  | 'throttled'
  | 'header_too_large'
  | 'bad_request'
  | 'internal_error';

/** Every error code of the service: its status, its title, and what its page tells the caller to do. The only place where a code gets its status. */
export const PROBLEMS = {
  validation_error: {
    status: 400,
    title: 'The request has faults',
    help: 'Correct every field that `errors` names and send the request again. Nothing was changed.',
  },
  not_authenticated: {
    status: 401,
    title: 'No credential',
    help: 'Send an API key: `Authorization: Bearer lms_...`. Creators make keys in the settings of their organisation.',
  },
  api_key_unknown: {
    status: 401,
    title: 'Unknown API key',
    help: 'The key is mistyped, cut off, or of another service. Compare its first twelve characters with those in the list of keys.',
  },
  api_key_revoked: { status: 401, title: 'The API key was revoked', help: 'Use another key; a revoked one does not come back.' },
  api_key_expired: { status: 401, title: 'The API key has expired', help: 'Make a new key. An expiry cannot be moved.' },
  subscription_inactive: {
    status: 401,
    title: 'The plan is not active',
    help: "The organisation's subscription ended or was cancelled. Its owner can renew it under billing; keys work again at once.",
  },
  org_unverified: { status: 401, title: 'The organisation is not verified', help: 'Its creator must confirm their e-mail address first.' },
  permission_denied: {
    status: 403,
    title: 'Not allowed',
    help: "The key's scope for the resource is too low; `detail` names the scope needed. A creator can raise it. Ask the identity operation for the effective scopes.",
  },
  course_limit: { status: 403, title: 'Course limit reached', help: 'The plan allows no more courses. Delete one or change the plan.' },
  invalid_credentials: { status: 401, title: 'Wrong address or password', help: 'Check both, or ask for a password reset.' },
  invalid_code: { status: 401, title: 'Wrong code', help: 'The code is wrong, used or expired. Ask for another.' },
  second_factor_required: { status: 401, title: 'The sign-in is not finished', help: 'Send the code of the second factor first.' },
  csrf_failed: {
    status: 403,
    title: 'From another site',
    help: "Browsers must call from the service's own site; other clients send an `Origin` that is the host they call.",
  },
  no_organisation: {
    status: 403,
    title: 'No organisation',
    help: 'The user belongs to no organisation, or not to the one that the host or `X-Organisation` names. Set one up, or name another.',
  },
  learner_limit: { status: 403, title: 'Learner limit reached', help: "The organisation's plan allows no more learners. Who runs it can change the plan." },
  provider_refused: {
    status: 401,
    title: 'The provider did not vouch for you',
    help: 'Begin the sign-in again, in this browser. Each begun sign-in can be finished once, within ten minutes.',
  },
  provider_email_unverified: {
    status: 401,
    title: 'Address not verified by the provider',
    help: 'Verify your e-mail address with the provider, or sign up with a password.',
  },
  provider_unreachable: { status: 503, title: 'The provider does not answer', help: 'Try again later, or sign in with a password.' },
  phone_attached: { status: 409, title: 'Phone number attached already', help: 'Change the number instead of attaching another.' },
  phone_taken: { status: 409, title: 'Phone number taken', help: 'Another account has this number. Detach or change it there first.' },
  phone_not_attached: { status: 409, title: 'No phone number', help: 'Attach a number first.' },
  export_under_way: { status: 409, title: 'Export under way', help: 'Wait until it is ready; a mail tells you.' },
  export_not_ready: { status: 409, title: 'Export not ready', help: 'It is still being made, failed, or has expired. Ask for another.' },
  owner_of_learners: { status: 409, title: 'Owner of an organisation with learners', help: 'Hand over the organisations that `detail` names first.' },
  domain_taken: { status: 409, title: 'Domain taken', help: 'Another organisation has proved that it has this domain.' },
  policy_version: { status: 409, title: 'Another version is in force', help: 'Read the policies again and show the version in force.' },
  storage_limit: { status: 403, title: 'Storage is full', help: 'The plan has no room for this file. Delete files, buy storage or change the plan.' },
  payment_required: { status: 403, title: 'The course costs', help: 'Buy the course, or redeem a code for it.' },
  not_enrolled: { status: 403, title: 'Not enrolled', help: 'Enrol in the course first.' },
  enrollment_over: { status: 403, title: 'Enrolment is over', help: 'It has expired or was revoked. Enrol again.' },
  lesson_locked: { status: 403, title: 'The lesson is locked', help: '`lock_reason` says why, and `opens_at` when it opens, where that is known.' },
  enrollment_closed: { status: 409, title: 'Not open for enrolment', help: 'The course is not published, archived, or by invitation only.' },
  no_attempts_left: { status: 409, title: 'No attempts left', help: 'The quiz allows no more attempts.' },
  attempt_over: { status: 409, title: 'The attempt is over', help: 'It was handed in, or its time ran out. Begin another, if the quiz allows it.' },
  cohort_full: { status: 409, title: 'The cohort is full', help: 'Raise its seats, or choose another cohort.' },
  cohort_not_empty: { status: 409, title: 'The cohort has members', help: 'Remove them first, or archive the cohort.' },
  cohort_name_taken: { status: 409, title: 'Name taken', help: 'Another cohort of the course has this name.' },
  upload_incomplete: {
    status: 409,
    title: 'The upload is not complete',
    help: 'Put the bytes to the address of the upload, all of them, and complete it again.',
  },
  upload_in_use: { status: 409, title: 'The upload is in use', help: 'Delete the media, document or submission that it belongs to first.' },
  scanner_unavailable: {
    status: 503,
    title: 'The file could not be scanned',
    help: 'Complete the upload again later; its bytes are kept until its hour is over.',
  },
  upload_limit: { status: 409, title: 'Too many uploads', help: 'Hand some of them in, or delete them, first.' },
  webhook_limit: { status: 409, title: 'Too many webhook endpoints', help: 'Delete one first.' },
  webhook_disabled: { status: 409, title: 'The endpoint is disabled', help: 'Enable it first.' },
  webhook_delivery_pending: { status: 409, title: 'The delivery is pending', help: 'It will be tried by itself; look at it again later.' },
  media_in_use: { status: 409, title: 'The media is in use', help: 'Take it out of the lessons that show it first.' },
  document_in_use: { status: 409, title: 'The document is in use', help: 'Take it out of the lessons that show it first.' },
  hero_limit: { status: 409, title: 'Too many hero images', help: 'Delete one first.' },
  not_only_here: { status: 409, title: 'Not a learner of this organisation alone', help: 'They reset their password by e-mail themselves.' },
  ai_not_configured: {
    status: 503,
    title: 'No language model',
    help: 'The service is not set up with a model. Who runs it can set `AI_BASE_URL`, `AI_API_KEY` and the names of the models.',
  },
  ai_unavailable: { status: 503, title: 'The language model does not answer', help: 'Try again later.' },
  api_key_limit: { status: 403, title: 'API key limit reached', help: 'The plan allows no more API keys. Revoke one or change the plan.' },
  not_found: { status: 404, title: 'Not found', help: 'The address or the object does not exist in your organisation. Every path ends in a slash.' },
  method_not_allowed: { status: 405, title: 'Method not allowed', help: 'The `Allow` header lists the methods of this address.' },
  stale_lesson: {
    status: 409,
    title: 'The lesson has changed',
    help: 'Someone changed it since you read it. Apply your change to `lesson` of the answer and send it with the `updated_at` found there.',
  },
  api_key_name_taken: { status: 409, title: 'Name taken', help: 'Another key of the organisation has this name. Choose another, or revoke that key.' },
  organisation_limit: { status: 409, title: 'Organisation limit reached', help: 'A user owns at most ten organisations.' },
  totp_enabled: { status: 409, title: 'Authenticator enabled', help: 'Disable the authenticator before enabling another.' },
  totp_not_started: { status: 409, title: 'Not started', help: 'Start enabling an authenticator first.' },
  totp_not_enabled: { status: 409, title: 'No authenticator', help: 'Enable an authenticator first.' },
  payload_too_large: { status: 413, title: 'Body too large', help: 'Send less at once.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send JSON (`application/json`), `application/x-www-form-urlencoded` or `multipart/form-data`, in UTF-8 and without content coding.',
  },
  file_address_invalid: {
    status: 403,
    title: 'The address of the file cannot be used',
    help: 'Addresses of files work for a short time, and only as they were given out. Ask for another.',
  },
  range_not_satisfiable: { status: 416, title: 'No such part of the file', help: '`Content-Range` tells how long the file is.' },
  throttled: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the seconds in `Retry-After`, then go on. `RateLimit` tells on every answer what is left.',
  },
  header_too_large: { status: 431, title: 'Headers too large', help: 'All headers together may have 16 KiB.' },
  bad_request: { status: 400, title: 'Not HTTP', help: 'The bytes received are not an HTTP request.' },
  internal_error: { status: 500, title: 'Something failed inside', help: 'Try again later. If it stays, tell support the `request_id`.' },
} as const satisfies Record<ErrorCode | HttpErrorCode, { status: number; title: string; help: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  request_id: string;
  [member: string]: unknown;
}

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** The body of an error, after RFC 9457. */
export function problemDocument(code: ProblemCode, detail: string, requestId: string, base: string, extra: Record<string, unknown> = {}): Problem {
  const { status, title } = PROBLEMS[code];
  return { type: `${base}/problems/${code}`, title, status, detail, code, request_id: requestId, ...extra };
}

/** A refusal that the HTTP layer itself decides, with the headers that go with it. */
export class HttpProblem extends Error {
  readonly code: ProblemCode;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.code = code;
    this.headers = headers;
  }
}
