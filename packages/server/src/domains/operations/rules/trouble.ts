interface StoreError {
  name?: string
  message?: string
  code?: string | undefined
  status?: number
}

const BY_CODE: Record<string, string> = {
  EACCES: 'Папка файлов закрыта для записи: проверьте права на DATA_DIR',
  EPERM: 'Папка файлов закрыта для записи: проверьте права на DATA_DIR',
  EROFS: 'Диск с папкой файлов открыт только для чтения',
  ENOSPC: 'На диске с папкой файлов нет места',
  EDQUOT: 'На диске с папкой файлов нет места',
  ENOTDIR: 'На месте папки файлов в DATA_DIR стоит файл',
}

const BY_STATUS: Record<number, string> = {
  401: 'Хранилище не приняло ключ и секрет из S3_URL',
  403: 'Хранилище не приняло ключ и секрет из S3_URL',
  404: 'В хранилище нет корзины, указанной в S3_URL',
  507: 'В хранилище нет места',
}

/** Why a file could not be stored, for the person who has to fix it. */
export function storeTrouble({ name = '', message, code = '', status }: StoreError): string {
  if (name === 'Other' && message) return message
  if (name === 'Changed') return 'Хранилище вернуло не то, что в него записали'
  const sentence = status === undefined ? BY_CODE[code] : (BY_STATUS[status] ?? `Хранилище ответило кодом ${status}`)
  return sentence ?? (name === 'S3NetworkError' ? 'Хранилище недоступно' : 'Файл не удалось записать и прочитать')
}

/** Masks secrets in a text: an error message of another system may quote them. */
export const without = (text: string, secrets: string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((left, secret) => left.replaceAll(secret, '•••'), text)

const FIRST = /^Копия готова: /

/** What the system kills a process with, or the process itself, when there is no memory left. */
const OUT_OF_MEMORY = new Set(['SIGKILL', 'SIGABRT'])

interface Ended {
  signal: string | null
  out: string
  error: string
}

function causeOf({ signal, error }: Ended): string {
  if (signal === null) return error.trim().split('\n')[0] || 'причина в журнале'
  const guess = OUT_OF_MEMORY.has(signal) ? ', вероятно, не хватило памяти' : ''
  return `процесс копии убит сигналом ${signal}${guess}`
}

/**
 * The sentence for administrators about a backup that failed or in which something is missing.
 * @param ended the exit code, the signal and the output of `npm run backup`
 * @returns undefined if everything is fine
 */
export function troubleOf(ended: Ended & { code: number | null }) {
  if (ended.code === 0) return undefined
  const lines = ended.out.split('\n')
  const end = lines.findIndex((line) => FIRST.test(line))
  const isMade = end >= 0
  if (!isMade) return { isMade, sentence: `Копия не сделана: ${causeOf(ended)}` }
  // The faults are listed after the line that names the database and before the last lines.
  const faults = lines.slice(1, end).map((line) => line.trim())
  if (faults.length > 0) return { isMade, sentence: `Копия сделана, но не всё в ней есть. ${faults.join(' ')}` }
  return { isMade, sentence: `Копия сделана, но прежние копии могли остаться: ${causeOf(ended)}` }
}
