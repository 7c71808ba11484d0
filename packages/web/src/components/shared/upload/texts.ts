import type { Uploading } from './engine.ts'

const PERCENT = 100

/** Whole percent of what has left, never more than there is. */
export const percentOf = ({ sent }: Pick<Uploading, 'sent'>): number => Math.floor(sent * PERCENT)

/** What stands where the progress would be; null while bytes travel. */
export function stateOf(one: Pick<Uploading, 'state' | 'message' | 'sent'>): string | null {
  if (one.state === 'failed' || one.state === 'refused') return one.message
  if (one.state === 'waiting' || one.state === 'queued') return 'Ждёт загрузки'
  if (one.state === 'lost') return `Загружено ${percentOf(one)} %. Выберите файл ещё раз, чтобы продолжить`
  // All has left; the server joins and checks it.
  return one.sent >= 1 ? 'Проверяется на сервере' : null
}

/** Under the field of a form that would leave files behind. */
export const UNFINISHED = 'Файлы загружены не все. Дождитесь загрузки или уберите лишние'

/** The brief's notice (section 8). */
export const UPLOADED = 'Файлы загружены'
