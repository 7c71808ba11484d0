import { constants } from 'node:os'
import { stopEmbedded } from '../embedded.ts'
import { Refusal } from '../refusal.ts'
import { PATIENCE_MS, prepareEnding } from './shutdown.ts'

/** What all administrator's commands have in common (`npm run backup`, `restore`, `admin`, `import`, `demo`). */

/**
 * A text for a terminal, which takes control characters for commands. Cells of a file and answers of servers are quoted
 * in what is printed.
 */
const printable = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '')

export const say = (text: string): void => void process.stdout.write(`${printable(text)}\n`)

/** A log for code used by commands: prints warnings and drops everything else. */
export const quiet = { info: () => {}, warn: say }

/** An error whose message is a sentence for the person who ran the command. */
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

/** Whether the message was written for the person who started the process; any other error needs its stack trace. */
export const isSentence = (error: Error): boolean => SENTENCES.has(error.name) || error instanceof Refusal

type SystemError = NodeJS.ErrnoException & {
  port?: number
  address?: string
  /** The setting that names the port, if that is not PORT. */
  variable?: string
}

const LISTENING: Record<string, (error: SystemError) => string> = {
  EADDRINUSE: ({ port, variable = 'PORT' }) => `Порт ${port} занят другой программой. Задайте другой в ${variable}`,
  EACCES: ({ port, variable = 'PORT' }) =>
    `Порт ${port} этому пользователю открыть нельзя. Задайте в ${variable} номер больше 1023`,
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

/** A sentence about an operation that the system refused; undefined when the error is a fault of our own. */
export function systemSentence(error: SystemError): string | undefined {
  const { code = '', syscall = '', path } = error
  // A worker gets its port from the main process, and then the failing call has the second of these names.
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') return LISTENING[code]?.(error)
  if (syscall === 'mkdir' && code === 'ENOENT')
    return `${path}: такую папку создать нельзя. Проверьте путь в настройках`
  return path && DISK[code] ? `${path}: ${DISK[code]}. Проверьте путь в настройках и права пользователя` : undefined
}

/** As a shell reports a program that was ended by a signal: what was to follow the command does not run. */
export const codeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal]

const complain = (text: string | undefined) => process.stderr.write(`${printable(String(text))}\n`)

/**
 * Runs a command and prints the reason to the error output if it fails. However it ends, Ctrl+C included, an embedded
 * database that it has started is stopped unless another process uses it.
 * @param run returns an exit code other than 0 when its work is done but something is wrong
 * @param usage printed when the options are wrong
 * @param sentenceOf sentences for errors that only this command knows
 * @param whenInterrupted what is left of the work, for the person who ends the command before its end
 */
export function runCommand(
  run: () => Promise<number | undefined>,
  usage: string,
  sentenceOf: (error: Error) => string | undefined = () => undefined,
  whenInterrupted: () => string | undefined = () => undefined,
): void {
  let hasFailed = false
  const close = () => {
    const sentence = hasFailed ? undefined : whenInterrupted()
    if (sentence !== undefined) complain(sentence)
    return stopEmbedded()
  }
  const ending = prepareEnding(
    close,
    (error) => complain(error instanceof Error ? error.stack : String(error)),
    PATIENCE_MS,
    { codeOf },
  )
  const work = async () => {
    process.exitCode = (await run()) ?? 0
  }
  work().catch((error: NodeJS.ErrnoException) => {
    // What fails after a signal fails because everything is being closed.
    if (ending.begun) return
    hasFailed = true
    const badOption = error.code?.startsWith('ERR_PARSE_ARGS') === true
    complain(
      sentenceOf(error) ??
        (badOption ? usage : isSentence(error) ? error.message : (systemSentence(error) ?? error.stack)),
    )
    ending.end(1)
  })
}
