/** What the process that was started and its workers say to each other, beside what prom-client does. */

export type FromWorker =
  | { type: 'vypusk:serving' }
  /** Why it does not start, for whoever started the whole. */
  | { type: 'vypusk:refused'; sentence: string }

export const END = { type: 'vypusk:end' }

const typeOf = (message: unknown) => (message as { type?: unknown } | null)?.type

export const isFromWorker = (message: unknown): message is FromWorker =>
  typeOf(message) === 'vypusk:serving' || typeOf(message) === 'vypusk:refused'

export const isEnd = (message: unknown): boolean => typeOf(message) === END.type
