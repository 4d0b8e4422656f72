/** One fault of one member of the input. `field` is dotted from the body's root: `content.questions.0.prompt`. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/** A rule of the domain that the request breaks. The HTTP layer chooses status and title by the code. */
export class DomainError extends Error {
  readonly code: string;
  /** Members of the problem document beyond the common ones. */
  readonly extra: Record<string, unknown>;

  constructor(code: string, detail: string, extra: Record<string, unknown> = {}) {
    super(detail);
    this.name = new.target.name;
    this.code = code;
    this.extra = extra;
  }
}

/** The object does not exist in the caller's organisation. The text never says which of the two it is. */
export class NotFoundError extends DomainError {
  constructor() {
    super('not_found', 'There is nothing here.');
  }
}

const MOST_FAULTS = 50;

export class ValidationError extends DomainError {
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
