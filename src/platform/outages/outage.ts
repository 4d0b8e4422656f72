/** The systems that the service depends on, as logs and metrics name them. */
export const DEPENDENCIES = [
  'database',
  'replica',
  'redis',
  'storage',
  'mail',
  'sms',
  'scanner',
  'model',
  'dns',
  'identity_provider',
  'typesetter',
  'sheet_reader',
  'roster_reader',
  'course_reader',
  'page_renderer',
  'markup_writer',
  'payments',
] as const;

export type Dependency = (typeof DEPENDENCIES)[number];

interface OutageOptions {
  cause?: unknown;
  /** Number of seconds that the other system asked to wait. */
  retryAfterSeconds?: number | undefined;
}

/** Another system cannot do its part now, and may be able to later. The message gives the reason; it contains no secrets and nothing of the request. */
export class OutageError extends Error {
  readonly dependency: Dependency;
  readonly retryAfterSeconds: number | undefined;

  constructor(dependency: Dependency, message: string, { cause, retryAfterSeconds }: OutageOptions = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.dependency = dependency;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Another system rejects the request permanently, so that repeating it is useless: for example, a mailbox does not exist. */
export class RefusedError extends Error {
  readonly dependency: Dependency;

  constructor(dependency: Dependency, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
    this.dependency = dependency;
  }
}

/** Returns the outage that an error is or was caused by. */
export function outageOf(error: unknown): OutageError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) if (current instanceof OutageError) return current;
  return undefined;
}
