export type Attributes = Record<string, string | number>;

export interface SpanFacts {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes: Attributes;
  /** The parent span, in the format of the header `traceparent` of W3C Trace Context. If undefined, the current span of this process. */
  parent?: string | null | undefined;
}

export interface OpenSpan {
  /** Makes this span the current one for everything that `work` does. */
  run<T>(work: () => T): T;
  rename(name: string, attributes: Attributes): void;
  /** Ends the span. With a reason, it counts as failed. */
  end(failure?: string): void;
}

/** Records spans and sends them. Only src/platform/tracing/recorder.ts loads a library for that. */
export interface Recorder {
  open(facts: SpanFacts): OpenSpan;
  /** The current span as `traceparent`, or null. */
  current(): string | null;
  /** Sends the spans that were not sent yet. */
  stop(): Promise<void>;
}

/** The recorder of this process. If null, nothing is recorded, and nothing else is done for tracing. */
export const tracing: { recorder: Recorder | null } = { recorder: null };

/** Runs `work` in a span, which counts as failed if `work` fails. */
export async function inSpan<T>(facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const span = tracing.recorder?.open(facts);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'unknown');
    throw error;
  }
}

/** A parameter of statements: the current span as `traceparent` at the moment at which the statement is sent. */
export const TRACE_PARAMETER = { toPostgres: (): string | null => tracing.recorder?.current() ?? null };
