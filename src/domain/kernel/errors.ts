import type { FieldCode } from './field-codes.ts';

/** One fault in one field of the input. `field` is the dotted path from the root of the body: `content.questions.0.prompt`. */
export interface FieldFault {
  field: string;
  code: FieldCode;
  message: string;
}

/** The members of an error that has no fields beyond the common ones. */
export type NoMembers = Record<never, never>;

/** The codes of domain errors, and the fields that each adds to the problem document. Areas add theirs by declaration merging in a file `errors.ts`. */
export interface ErrorCodes {
  not_found: NoMembers;
  validation_error: { errors: readonly FieldFault[] };
  permission_denied: NoMembers;
  no_organisation: NoMembers;
  recovery_required: NoMembers;
  ai_not_configured: NoMembers;
  ai_unavailable: NoMembers;
  throttled: NoMembers;
}

export type ErrorCode = keyof ErrorCodes;

/** An error that tells the client what is wrong with a request. It has no stack trace, because recording one costs more than the rest of a refusal. */
export class Refusal extends Error {
  constructor(detail: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The request violates a rule of the domain. The HTTP layer derives status and title from the code. */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Refusal {
  readonly code: Code;
  /** Fields of the problem document beyond the common ones. */
  readonly members: ErrorCodes[Code] | NoMembers;

  constructor(code: Code, detail: string, ...[members]: keyof ErrorCodes[Code] extends never ? [] : [members: ErrorCodes[Code]]) {
    super(detail);
    this.name = new.target.name;
    this.code = code;
    this.members = members ?? {};
  }

  /** Keeps the error that led to this one, so that the log can show the cause. */
  causedBy(cause: unknown): this {
    this.cause = cause;
    return this;
  }
}

/** Ignores the failure of the work if it has this code. This work then does not add the code to the operation's list of codes (`x-codes`). */
export async function unless(code: ErrorCode, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === code)) throw error;
  });
}

/** The object does not exist, or it is not in the caller's organisation. The message never says which. */
export class NotFoundError extends DomainError<'not_found'> {
  constructor() {
    super('not_found', 'The requested object does not exist.');
  }
}

/** The refusal of a request because of a limit that the domain counts. */
export class ThrottledError extends DomainError<'throttled'> {
  /** The name of the limit. */
  readonly limit: string;
  readonly waitSeconds: number;

  constructor(limit: string, detail: string, waitSeconds: number) {
    super('throttled', detail);
    this.limit = limit;
    this.waitSeconds = waitSeconds;
  }
}

/** A response lists at most this many faults. */
export const MOST_FAULTS = 50;

export class ValidationError extends DomainError<'validation_error'> {
  readonly faults: FieldFault[];

  constructor(faults: FieldFault[]) {
    const listed = faults.slice(0, MOST_FAULTS);
    const many = listed.length < faults.length ? `More than ${MOST_FAULTS}` : listed.length;
    super('validation_error', faults.length === 1 ? 'One field is invalid.' : `${many} fields are invalid.`, { errors: listed });
    this.faults = faults;
  }
}

/** Turns the failure to find the object that a field names into a fault of that field. Leaves other errors unchanged. */
export const refuseUnknown =
  (field: string, message: string) =>
  (error: unknown): never => {
    if (error instanceof NotFoundError) throw new ValidationError([{ field, code: 'unknown', message }]);
    throw error;
  };

/** Collects the faults of several rules, so that one response lists them all. */
export class Faults {
  readonly list: FieldFault[] = [];

  add(field: string, code: FieldCode, message: string): void {
    this.list.push({ field, code, message });
  }

  /** @throws ValidationError if there are any faults */
  check(): void {
    if (this.list.length) throw new ValidationError(this.list);
  }
}
