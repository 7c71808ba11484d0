import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { Refusal } from './refusal.ts'
import type { Work } from './tracing/otlp.ts'

/**
 * Traces of a process for OpenTelemetry collectors (docs/administrator/watch.md). Without OTEL_EXPORTER_OTLP_ENDPOINT
 * nothing is loaded, and tracing costs one look at a variable.
 */

export type { Work }

interface Tracing {
  begin: (work: Work, parent: Span | undefined) => Span
  /** Marks a span as failed. */
  fail: (span: Span, message: string) => void
}

let tracing: Tracing | undefined
const within = new AsyncLocalStorage<Span>()

const OK = 200
const FAULT = 500

async function run<Result>({ begin, fail }: Tracing, work: Work, what: () => Promise<Result>): Promise<Result> {
  const span = begin(work, within.getStore())
  const isCall = work.kind === 'server'
  try {
    const result = await within.run(span, what)
    if (isCall) span.setAttribute('http.response.status_code', OK)
    return result
  } catch (error) {
    const status = error instanceof Refusal ? error.status : FAULT
    if (isCall) span.setAttribute('http.response.status_code', status)
    // A refusal is an ordinary answer. Its message may contain what a person typed, unlike the name of an error.
    if (!isCall || status >= FAULT) fail(span, error instanceof Error ? error.name : 'error')
    throw error
  } finally {
    span.end()
  }
}

/** Traces work that stands on its own: a call, a job. */
export const traced = <Result>(work: Work, what: () => Promise<Result>): Promise<Result> =>
  tracing ? run(tracing, work, what) : what()

/** Traces a step of traced work: a statement, a letter. Steps outside of such work are not traced. */
export const tracedStep = <Result>(work: () => Work, what: () => Promise<Result>): Promise<Result> =>
  tracing && within.getStore() ? run(tracing, work(), what) : what()

/**
 * Starts tracing if an address is configured.
 * @returns a function that ends tracing and sends what is left
 */
export async function startTracing(endpoint: string | null): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {}
  const { openTracing } = await import('./tracing/otlp.ts')
  const { end, ...opened } = openTracing(endpoint)
  tracing = opened
  return async () => {
    tracing = undefined
    await end()
  }
}
