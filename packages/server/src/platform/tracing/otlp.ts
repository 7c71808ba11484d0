import { hostname } from 'node:os'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { buildName, thisBuild } from '../runtime/build.ts'

/** The part of tracing.ts that talks to a collector; loaded only if one is configured. */

/** A piece of work to trace; it never contains data of people. */
export interface Work {
  name: string
  attributes?: Record<string, string | number>
  /** `server`: a call was received; `client`: another system is called. */
  kind?: 'server' | 'client'
  /** The caller's header that says which trace its call belongs to. */
  traceparent?: string | undefined
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
/** W3C Trace Context: version, trace, span, flags. */
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/
const SAMPLED = 1

function contextOf({ traceparent = '' }: Work, parent: Span | undefined): Context {
  if (parent) return trace.setSpan(ROOT_CONTEXT, parent)
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/**
 * Sends spans to the collector's `/v1/traces` in batches. If it does not answer, they are lost, and nothing is held up.
 */
export function openTracing(endpoint: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'vypusk',
      'service.version': buildName(thisBuild()),
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('vypusk')
  return {
    begin: (work: Work, parent: Span | undefined): Span => {
      const kind = work.kind ? KINDS[work.kind] : SpanKind.INTERNAL
      return tracer.startSpan(work.name, { kind, attributes: work.attributes ?? {} }, contextOf(work, parent))
    },
    fail: (span: Span, message: string) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
    end: () => provider.shutdown(),
  }
}
