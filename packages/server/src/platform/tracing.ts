import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { Refusal } from './refusal.ts'
import type { Work } from './tracing-otlp.ts'

/**
 * Traces of what a process does, for whoever collects them by OpenTelemetry (docs/administrator/watch.md). Nothing of it is
 * loaded where OTEL_EXPORTER_OTLP_ENDPOINT is not set, and what is traced costs a look at a variable.
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
    // A refusal is an answer; its words may say what somebody typed, the name of an error does not.
    if (!isCall || status >= FAULT) fail(span, error instanceof Error ? error.name : 'error')
    throw error
  } finally {
    span.end()
  }
}

/** Does what begins something of its own: a call, a job. */
export const traced = <Result>(work: Work, what: () => Promise<Result>): Promise<Result> =>
  tracing ? run(tracing, work, what) : what()

/** Does a step of a traced work: a statement, a letter. What belongs to none is not told of. */
export const tracedStep = <Result>(work: () => Work, what: () => Promise<Result>): Promise<Result> =>
  tracing && within.getStore() ? run(tracing, work(), what) : what()

/**
 * Begins to trace, where an address is given.
 * @returns ends it, and sends what is left
 */
export async function startTracing(endpoint: string | null): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {}
  const { openTracing } = await import('./tracing-otlp.ts')
  const { end, ...opened } = openTracing(endpoint)
  tracing = opened
  return async () => {
    tracing = undefined
    await end()
  }
}
