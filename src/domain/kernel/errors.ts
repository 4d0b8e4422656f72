/** One fault of one member of the input. `field` is dotted from the body's root: `content.questions.0.prompt`. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/** The error has no members beyond the common ones. */
export type NoMembers = Record<never, never>;

/** The codes of the domain's errors, and the members that each adds to the problem document. Areas add theirs by declaration merging in a file `errors.ts`. */
export interface ErrorCodes {
  not_found: NoMembers;
  validation_error: { errors: readonly FieldFault[] };
  permission_denied: NoMembers;
  no_organisation: NoMembers;
}

export type ErrorCode = keyof ErrorCodes;

/** A rule of the domain that the request breaks. The HTTP layer derives status and title from the code. */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  /** Members of the problem document beyond the common ones. */
  readonly members: ErrorCodes[Code] | NoMembers;

  constructor(code: Code, detail: string, ...[members]: keyof ErrorCodes[Code] extends never ? [] : [members: ErrorCodes[Code]]) {
    super(detail);
    this.name = new.target.name;
    this.code = code;
    this.members = members ?? {};
  }
}

/** The object does not exist in the caller's organisation. The text never says which of the two it is. */
export class NotFoundError extends DomainError<'not_found'> {
  constructor() {
    super('not_found', 'There is nothing here.');
  }
}

const MOST_FAULTS = 50;

export class ValidationError extends DomainError<'validation_error'> {
  readonly faults: FieldFault[];

  constructor(faults: FieldFault[]) {
    super('validation_error', faults.length === 1 ? 'One field has a fault.' : `${faults.length} fields have faults.`, {
      errors: faults.slice(0, MOST_FAULTS),
    });
    this.faults = faults;
  }
}

/** Collects the faults of several rules, so that one answer names them all. */
export class Faults {
  readonly list: FieldFault[] = [];

  add(field: string, code: string, message: string): void {
    this.list.push({ field, code, message });
  }

  /** @throws ValidationError when there are any. */
  check(): void {
    if (this.list.length) throw new ValidationError(this.list);
  }
}
