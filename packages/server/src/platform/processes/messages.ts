/** Messages between the main process and its workers, apart from those of prom-client. */

export type FromWorker =
  | { type: 'vypusk:serving' }
  /** Why the worker does not start, for the person who started the main process. */
  | { type: 'vypusk:refused'; sentence: string }

export const END = { type: 'vypusk:end' }

const typeOf = (message: unknown) => (message as { type?: unknown } | null)?.type

export const isFromWorker = (message: unknown): message is FromWorker =>
  typeOf(message) === 'vypusk:serving' || typeOf(message) === 'vypusk:refused'

export const isEnd = (message: unknown): boolean => typeOf(message) === END.type
