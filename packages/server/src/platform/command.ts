import { Refusal } from './refusal.ts'

/** What every command of the administrator does the same way (`npm run backup`, `restore`, `admin`, `import`, `demo`). */

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** For what commands use: warnings are for people, the rest is not. */
export const quiet = { info: () => {}, warn: say }

/** A sentence for whoever gave the command. */
export class CommandError extends Error {
  override name = 'CommandError'
}

const SENTENCES = new Set([
  'CommandError',
  'BackupError',
  'SettingsError',
  'DatabaseError',
  'EmbeddedError',
  'DemoError',
  'ImportRefused',
])

/** Whether the message was written for whoever started the process; anything else needs the trace. */
export const isSentence = (error: Error): boolean => SENTENCES.has(error.name) || error instanceof Refusal

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string }

const LISTENING: Record<string, (error: SystemError) => string> = {
  EADDRINUSE: ({ port }) => `Порт ${port} занят другой программой. Задайте другой в PORT`,
  EACCES: ({ port }) => `Порт ${port} этому пользователю открыть нельзя. Задайте в PORT номер больше 1023`,
  EADDRNOTAVAIL: ({ address }) => `Адреса ${address} на этой машине нет. Задайте другой в HOST`,
  ENOTFOUND: () => 'Имя из HOST этой машине неизвестно. Задайте адрес, например 127.0.0.1 или 0.0.0.0',
}
const DISK: Record<string, string> = {
  EACCES: 'нет прав',
  EPERM: 'нет прав',
  EROFS: 'диск открыт только для чтения',
  ENOSPC: 'на диске нет места',
  EDQUOT: 'на диске нет места',
  ENOTDIR: 'на месте папки стоит файл',
  EEXIST: 'на месте папки стоит файл',
}

/** What the system has refused a process, in a sentence; undefined for what is a fault of our own. */
export function systemSentence(error: SystemError): string | undefined {
  const { code = '', syscall = '', path } = error
  // A worker hears of its port from the process that keeps it, by the second of these names.
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') return LISTENING[code]?.(error)
  if (syscall === 'mkdir' && code === 'ENOENT')
    return `${path}: такую папку создать нельзя. Проверьте путь в настройках`
  return path && DISK[code] ? `${path}: ${DISK[code]}. Проверьте путь в настройках и права пользователя` : undefined
}

/**
 * Runs a command and says on the error output why it failed.
 * @param run gives an exit code other than 0 where its work is done and yet not all is well
 * @param usage said when the options are wrong
 * @param sentenceOf words for errors that only this command knows
 */
export function runCommand(
  run: () => Promise<number | undefined>,
  usage: string,
  sentenceOf: (error: Error) => string | undefined = () => undefined,
): void {
  const end = async () => {
    process.exitCode = (await run()) ?? 0
  }
  end().catch((error: NodeJS.ErrnoException) => {
    const badOption = error.code?.startsWith('ERR_PARSE_ARGS') === true
    const sentence =
      sentenceOf(error) ??
      (badOption ? usage : isSentence(error) ? error.message : (systemSentence(error) ?? error.stack))
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  })
}
