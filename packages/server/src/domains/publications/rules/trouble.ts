import { oneLine } from '../../../platform/plain-text.ts'

interface CopyError {
  name?: string
  message?: string
  code?: string | number
  level?: string
}

/** What the library calls its own closing of a line that went silent. */
const SILENT = /timeout|timed out/i
const BAD_LOGIN = /authentication methods failed|login (incorrect|failed)|not logged in/i

const BAD_ENTRANCE = 'Сервер FTP не принял имя и пароль из FTP_URL'
const GONE = 'Сервер FTP недоступен'

const quoted = (message: string) => oneLine(message).slice(0, 300)

const BY_CODE: [codes: RegExp, say: (message: string) => string][] = [
  [/^530$/, () => BAD_ENTRANCE],
  [/CERT|SELF_SIGNED|ALTNAME/, () => 'Сертификату сервера FTP нет доверия: укажите fingerprint в FTP_URL'],
  [/^(452|552|14|15)$/, () => 'На сервере FTP нет места'],
  [/^(EACCES|ERR_BAD_PATH|550|553|3)$/, (said) => `Сервер FTP не даёт записать файл: ${quoted(said)}`],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ABORT_ERR|ERR_NOT_CONNECTED)$/, () => GONE],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_GENERIC_CLIENT)$/, () => 'Связь с сервером FTP оборвалась'],
  [/^[45]\d\d$/, (said) => `Сервер FTP ответил: ${quoted(said)}`],
]

const BY_NAME: Record<string, string> = {
  StrangeServer: 'Сервер FTP не тот, чей отпечаток указан в FTP_URL',
  WrongSize: 'Файл пришёл на сервер FTP не целиком',
}

/** Why a copy did not arrive, for the person who has to do something about it. */
export function copyTrouble({ name = '', message = '', code = '', level }: CopyError): string {
  if (level === 'client-authentication' || BAD_LOGIN.test(message)) return BAD_ENTRANCE
  const named = BY_NAME[name]
  if (named) return named
  if (message.startsWith('ENOENT:')) return 'Файла нет в хранилище: загрузите его заново'
  if (SILENT.test(message)) return GONE
  const [, say] = BY_CODE.find(([codes]) => codes.test(String(code))) ?? []
  return say?.(message) ?? 'Файл не скопирован на сервер FTP'
}
