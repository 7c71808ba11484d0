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
  end().catch((error: Error & { code?: unknown }) => {
    const badOption = typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS')
    const sentence = sentenceOf(error) ?? (badOption ? usage : isSentence(error) ? error.message : error.stack)
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  })
}
