import { hostname } from 'node:os'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { buildName, thisBuild } from './build.ts'

/** The collector's side of tracing.ts; loaded only where one is named. */

/** How the work is done and named; values of people stand nowhere in it. */
export interface Work {
  name: string
  attributes?: Record<string, string | number>
  /** `server`: somebody called; `client`: another system is asked. */
  kind?: 'server' | 'client'
  /** The header by which a caller says what its call belongs to. */
  traceparent?: string | undefined
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
/** Of W3C Trace Context: version, trace, span, flags. */
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/
const SAMPLED = 1

function contextOf({ traceparent = '' }: Work, parent: Span | undefined): Context {
  if (parent) return trace.setSpan(ROOT_CONTEXT, parent)
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Spans go to the collector's `/v1/traces` in batches; one that does not answer loses them, and holds up nobody. */
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
