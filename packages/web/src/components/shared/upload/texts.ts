import type { Uploading } from './engine.ts'

const PERCENT = 100

/** Whole percent of the bytes sent, rounded down. */
export const percentOf = ({ sent }: Pick<Uploading, 'sent'>): number => Math.floor(sent * PERCENT)

/** What is shown in place of the progress; null while bytes are being sent. */
export function stateOf(one: Pick<Uploading, 'state' | 'message' | 'sent'>): string | null {
  if (one.state === 'failed' || one.state === 'refused') return one.message
  if (one.state === 'waiting' || one.state === 'queued') return 'Ждёт загрузки'
  if (one.state === 'lost') return `Загружено ${percentOf(one)} %. Выберите файл ещё раз, чтобы продолжить`
  // Everything has been sent; the server assembles and checks the file.
  return one.sent >= 1 ? 'Проверяется на сервере' : null
}

/** The error of a form whose files have not all been uploaded. */
export const UNFINISHED = 'Файлы загружены не все. Дождитесь загрузки или уберите лишние'

/** The brief's notice (section 8). */
export const UPLOADED = 'Файлы загружены'
