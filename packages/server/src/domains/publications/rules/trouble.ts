import { cutTo } from '@vypusk/contract'
import { oneLine } from '../../../platform/text/plain-text.ts'

interface CopyError {
  name?: string
  message?: string
  code?: string | number
  level?: string
}

const BAD_ENTRANCE = 'Сервер FTP не принял имя и пароль из FTP_URL'
const GONE = 'Сервер FTP недоступен'

const quoted = (message: string) => cutTo(oneLine(message), 300)

const BY_MESSAGE: [words: RegExp, sentence: string][] = [
  [/authentication methods failed|login (incorrect|failed)|not logged in/i, BAD_ENTRANCE],
  [/^ENOENT:/, 'Файла нет в хранилище: загрузите его заново'],
  // The library's message when it closes a connection that went silent.
  [/timeout|timed out/i, GONE],
]

const BY_CODE: [codes: RegExp, sentenceFor: (message: string) => string][] = [
  [/^530$/, () => BAD_ENTRANCE],
  [/CERT|SELF_SIGNED|ALTNAME/, () => 'Сертификату сервера FTP нет доверия: укажите fingerprint в FTP_URL'],
  [/^(452|552|14|15)$/, () => 'На сервере FTP нет места'],
  [/^(EACCES|ERR_BAD_PATH|550|553|3)$/, (reply) => `Сервер FTP не даёт записать файл: ${quoted(reply)}`],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ABORT_ERR|ERR_NOT_CONNECTED)$/, () => GONE],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_GENERIC_CLIENT)$/, () => 'Связь с сервером FTP оборвалась'],
  [/^[45]\d\d$/, (reply) => `Сервер FTP ответил: ${quoted(reply)}`],
]

const BY_NAME: Record<string, string> = {
  StrangeServer: 'Сервер FTP не тот, чей отпечаток указан в FTP_URL',
  WrongSize: 'Файл пришёл на сервер FTP не целиком',
  NameTaken: 'На сервере FTP под этим именем уже есть чужой файл',
}

const NOT_COPIED = 'Файл не скопирован на сервер FTP'

/**
 * Why a copy did not arrive, for the person who has to fix it.
 * @param otherwise the sentence for an unknown failure
 */
export function copyTrouble(
  { name = '', message = '', code = '', level }: CopyError,
  otherwise: string = NOT_COPIED,
): string {
  if (level === 'client-authentication') return BAD_ENTRANCE
  const known = BY_NAME[name] ?? BY_MESSAGE.find(([words]) => words.test(message))?.[1]
  if (known) return known
  const [, sentenceFor] = BY_CODE.find(([codes]) => codes.test(String(code))) ?? []
  return sentenceFor?.(message) ?? otherwise
}
