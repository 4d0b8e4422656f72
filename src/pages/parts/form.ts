import type { FieldFault } from '../../domain/kernel/errors.ts';
import type { MessageKey } from '../../domain/messages/language/catalogues.ts';
import type { Problem } from '../../http/problems.ts';
import type { Visit } from '../visit.ts';
import { type Html, html, type Part } from './html.ts';

type Said = Extract<MessageKey, `page.${string}`>;
type Plain = { [Key in Said]: Key }[Said];

/** Messages about the faults of fields, by code. */
const FAULTS: Record<string, Plain> = {
  required: 'page.fault.required',
  blank: 'page.fault.required',
  format: 'page.fault.format',
  invalid_character: 'page.fault.invalid_character',
  too_short: 'page.fault.too_short',
  too_long: 'page.fault.too_long',
  common: 'page.fault.common',
  invalid: 'page.fault.invalid',
  unknown: 'page.fault.unknown',
  not_allowed: 'page.fault.not_allowed',
  taken: 'page.fault.taken',
  reserved: 'page.fault.reserved',
  scheduled: 'page.fault.coupon_scheduled',
  expired: 'page.fault.coupon_expired',
  used_up: 'page.fault.coupon_used_up',
  used_by_person: 'page.fault.coupon_used',
  held_by_person: 'page.fault.coupon',
  held_at_address: 'page.fault.coupon',
  other_item: 'page.fault.coupon',
  other_currency: 'page.fault.coupon',
  needs_account: 'page.fault.needs_account',
  outdated: 'page.fault.outdated',
  link: 'page.fault.link',
  duplicate: 'page.quiz.twice',
  type: 'page.fault.number',
  invalid_vat_id: 'page.fault.vat_id',
};

/** Messages about the refusals of operations, by the code of the problem. */
const PROBLEMS: Record<string, Plain> = {
  validation_error: 'page.problem.validation',
  invalid_credentials: 'page.problem.invalid_credentials',
  invalid_code: 'page.problem.invalid_code',
  throttled: 'page.problem.throttled',
  csrf_failed: 'page.problem.csrf_failed',
  insecure_connection: 'page.problem.insecure_connection',
  learner_limit: 'page.problem.learner_limit',
  service_unavailable: 'page.problem.unavailable',
  provider_unreachable: 'page.problem.provider',
  provider_refused: 'page.problem.provider',
  provider_email_unverified: 'page.problem.provider_email',
  reauthentication_required: 'page.problem.reauthentication',
  export_under_way: 'page.problem.export_under_way',
  payment_required: 'page.problem.payment_required',
  enrollment_closed: 'page.problem.enrollment_closed',
  enrollment_over: 'page.problem.enrollment_over',
  permission_denied: 'page.problem.permission_denied',
  not_found: 'page.problem.not_found',
  not_authenticated: 'page.problem.not_authenticated',
  lesson_locked: 'page.problem.lesson_locked',
  not_enrolled: 'page.problem.not_enrolled',
  no_attempts_left: 'page.problem.no_attempts_left',
  attempt_over: 'page.problem.attempt_over',
  payload_too_large: 'page.problem.too_large',
  storage_limit: 'page.problem.storage',
  upload_limit: 'page.problem.storage',
  upload_incomplete: 'page.problem.unavailable',
  already_set_up: 'page.problem.already_set_up',
  organisation_limit: 'page.problem.organisation_limit',
  discussion_limit: 'page.problem.discussion_limit',
  discussion_read_only: 'page.problem.discussion_read_only',
  scanner_unavailable: 'page.problem.unavailable',
  phone_attached: 'page.problem.phone_attached',
  phone_taken: 'page.problem.phone_taken',
  phone_not_attached: 'page.problem.phone_not_attached',
  totp_enabled: 'page.problem.totp_enabled',
  totp_not_started: 'page.problem.totp_not_started',
  totp_not_enabled: 'page.problem.totp_not_enabled',
  only_sign_in: 'page.problem.only_sign_in',
  subscription_active: 'page.problem.subscription_active',
  last_owner: 'page.problem.last_owner',
  owner_of_learners: 'page.problem.owner_of_learners',
  affiliate_not_approved: 'page.problem.affiliate_not_approved',
  affiliate_link_code_taken: 'page.problem.affiliate_link_code_taken',
  affiliate_link_limit: 'page.problem.affiliate_link_limit',
  payments_unavailable: 'page.problem.payments_unavailable',
  payments_not_configured: 'page.problem.no_payments',
  payments_not_ready: 'page.problem.no_payments',
  tax_not_ready: 'page.problem.no_payments',
  payment_processing: 'page.problem.payment_processing',
  already_enrolled: 'page.problem.already_enrolled',
  nothing_to_pay: 'page.problem.nothing_to_pay',
  amount_too_small: 'page.problem.amount',
  amount_too_large: 'page.problem.amount',
  access_code_revoked: 'page.problem.access_code_over',
  access_code_expired: 'page.problem.access_code_over',
  access_code_used_up: 'page.problem.access_code_over',
  recovery_required: 'page.problem.recovery_required',
  plan_archived: 'page.problem.plan_archived',
  plan_not_changeable: 'page.problem.plan_not_changeable',
  payment_overdue: 'page.problem.payment_overdue',
  payment_refused: 'page.problem.payment_refused',
  subscription_over: 'page.problem.subscription_over',
  already_subscribed: 'page.problem.already_subscribed',
  refund_not_possible: 'page.problem.refund',
  refund_pending: 'page.problem.refund',
  already_refunded: 'page.problem.refund',
  order_disputed: 'page.problem.refund',
};

/** Messages about faults that do not belong to a field, because the page sends the value automatically. */
const OF_NO_FIELD: Record<string, Plain> = { too_early: 'page.lesson.too_early' };

type Refused = Pick<Visit, 'reader' | 'waitSeconds'>;

/** Returns the reason for a refusal and, if a limit refused, when to try again. */
export function problemText({ reader, waitSeconds }: Refused, problem: Problem): string {
  const [fault] = faultsOf({ problem });
  const text = plain(reader, OF_NO_FIELD[fault?.code ?? ''] ?? PROBLEMS[problem.code] ?? 'page.problem.other');
  if (problem.status !== 429 || waitSeconds === null) return text;
  return `${text} ${reader.say('page.problem.again', { when: whenText(reader, waitSeconds) })}`;
}

/** Returns the text for a time this many seconds from now: in minutes, or in hours if there are many. */
function whenText({ language }: Visit['reader'], seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const format = new Intl.RelativeTimeFormat(language);
  return minutes <= MOST_MINUTES ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}

const MOST_MINUTES = 90;

/** Returns a message without parameters. */
const plain = ({ say }: Visit['reader'], key: Plain): string => (say as (key: Plain) => string)(key);

export const faultsOf = ({ problem }: Pick<Visit, 'problem'>): FieldFault[] => (problem?.errors ?? []) as FieldFault[];

export function faultText({ reader, problem }: Pick<Visit, 'reader' | 'problem'>, name: string): string | null {
  const fault = faultsOf({ problem }).find(({ field }) => field === name);
  return fault ? plain(reader, FAULTS[fault.code] ?? 'page.fault.other') : null;
}

/** Shows why the submitted form was refused. Screen readers read it out at once, because it has the focus. */
export function problemSummary({ problem, ...refused }: Refused & { problem: Problem | undefined }): Part {
  if (!problem) return null;
  return html`<div class="notice notice-problem" role="alert" tabindex="-1" autofocus>${problemText(refused, problem)}</div>`;
}

export const notice = (text: string | Html | false | null | undefined): Part => text && html`<div class="notice" role="status">${text}</div>`;

interface Field {
  /** Name of the field in the operation's body. */
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number';
  /** Bounds of a number, or of the length of a multi-line text. */
  min?: number;
  max?: number;
  autocomplete: string;
  hint?: string;
  value?: string;
  inputmode?: 'numeric';
  isOptional?: boolean;
  /** Whether the visitor sees the value but cannot change it. */
  isFixed?: boolean;
}

/** Writes a labelled field with its fault. It keeps the submitted value, except passwords. */
export function field(visit: Visit, { name, label, type = 'text', autocomplete, hint, value, inputmode, isOptional, isFixed, min, max }: Field): Html {
  const fault = faultText(visit, name);
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  const kept = type === 'password' ? '' : (visit.form[name] ?? value ?? '');
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${kept}" autocomplete="${autocomplete}"${min !== undefined && html` min="${min}"`}${max !== undefined && html` max="${max}"`}${inputmode && html` inputmode="${inputmode}"`}${!isOptional && html` required`}${isFixed && html` readonly`}${described && html` aria-describedby="${described}"`}${fault && html` aria-invalid="true"`}>
</div>`;
}

/** Writes a labelled multi-line text field with its fault. It keeps the submitted text. */
export function lines(
  visit: Visit,
  { name, label, autocomplete, value, isOptional, max }: Omit<Field, 'type' | 'min' | 'hint' | 'inputmode' | 'isFixed'>,
): Html {
  const fault = faultText(visit, name);
  return html`<div class="field">
<label for="${name}">${label}</label>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
<textarea id="${name}" name="${name}" rows="3"${max !== undefined && html` maxlength="${max}"`} autocomplete="${autocomplete}"${!isOptional && html` required`}${fault && html` aria-describedby="${name}-fault" aria-invalid="true"`}>
${visit.form[name] ?? value ?? ''}</textarea>
</div>`;
}

/** Writes a labelled list of choices, given as pairs of a value and its name. The submitted choice stays selected. */
export function select(
  visit: Visit,
  { name, label, hint, value, options }: Pick<Field, 'name' | 'label' | 'hint' | 'value'> & { options: readonly [string, string][] },
): Html {
  const fault = faultText(visit, name);
  const chosen = visit.form[name] ?? value ?? '';
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
<select id="${name}" name="${name}"${described && html` aria-describedby="${described}"`}${fault && html` aria-invalid="true"`}>
${options.map(([option, text]) => html`<option value="${option}"${option === chosen && html` selected`}>${text}</option>`)}
</select>
</div>`;
}

/** Writes a checkbox with its fault. */
export function checkbox(visit: Visit, { name, label, isRequired }: Pick<Field, 'name' | 'label'> & { isRequired?: boolean }): Html {
  const fault = faultText(visit, name);
  return html`<div class="field">
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
<label class="choice"><input type="checkbox" name="${name}" value="on"${visit.form[name] === 'on' && html` checked`}${isRequired && html` required`}${fault && html` aria-invalid="true" aria-describedby="${name}-fault"`}><span>${label}</span></label>
</div>`;
}

/** Folds away fields that few people need. */
export const folded = (summary: string, isOpen: boolean, ...fields: Part[]): Html =>
  html`<details class="field"${isOpen && html` open`}><summary>${summary}</summary>${fields}</details>`;

interface Form {
  action: string;
  submit: string;
  /** Hidden fields. Undefined values are left out. */
  hidden?: Readonly<Record<string, string | undefined>>;
  /** Accessible label of the button, if its text does not say what is submitted. */
  label?: string;
  /** Whether the action is not the main one of the page. */
  isSecondary?: boolean;
}

export const form = ({ action, submit, hidden = {}, label, isSecondary }: Form, ...fields: Part[]): Html => html`<form method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`)}
${fields}
<button type="submit"${label && html` aria-label="${label}"`}${isSecondary && html` class="secondary"`}>${submit}</button>
</form>`;
