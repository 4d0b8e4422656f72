import { type Context, context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, Recorder, SpanFacts } from './tracing.ts';

const NAME = 'learning-management-service';
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/**
 * Sends spans by OTLP over HTTP, in JSON. The libraries read the standard variables themselves: OTEL_EXPORTER_OTLP_ENDPOINT and _HEADERS, OTEL_TRACES_SAMPLER,
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, and those of the batches.
 */
export function startRecorder(): Recorder {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': NAME }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer(NAME);
  return {
    open({ name, kind, attributes, parent }: SpanFacts): OpenSpan {
      const within = parent === undefined ? context.active() : contextOf(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, within);
      return openSpan(span, trace.setSpan(within, span));
    },
    current() {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent ?? null;
    },
    async stop() {
      await provider.shutdown();
      context.disable();
      propagation.disable();
    },
  };
}

/** Returns the context of a parent span. A text that is not a `traceparent` begins a trace of its own. */
const contextOf = (traceparent: string | null): Context => (traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent }));

const openSpan = (span: Span, within: Context): OpenSpan => ({
  run: (work) => context.with(within, work),
  rename: (name, attributes) => void span.updateName(name).setAttributes(attributes),
  end(failure) {
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure);
    span.end();
  },
});
