import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../packages/server/src/testing/folder.ts'
import { freePort } from '../../packages/server/src/testing/port.ts'
import { firstWord, startProgram, type Program } from './program.ts'

const MAIN = fileURLToPath(new URL('./smtp-process.ts', import.meta.url))

/** A letter accepted by the mail server, once for each time it was accepted. */
export interface Taken {
  messageId: string
  to: string
}

export interface Smtp extends Program {
  /** The value of SMTP_URL. */
  url: string
  taken(): Promise<Taken[]>
  remove(): Promise<void>
}

const headerOf = (text: string, name: string) => new RegExp(`^${name}: *(.+?)\r?$`, 'im').exec(text)?.[1] ?? ''

async function read(path: string): Promise<Taken> {
  const text = await readFile(path, 'latin1')
  return { messageId: headerOf(text, 'Message-ID'), to: headerOf(text, 'X-Envelope-To') }
}

export async function startSmtp(): Promise<Smtp> {
  const { path: folder, remove } = await temporaryFolder('smtp')
  const port = await freePort()
  const program = await startProgram({ run: [MAIN, folder, String(port)], ready: firstWord })
  return {
    ...program,
    url: `smtp://127.0.0.1:${port}`,
    taken: async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map((name) => read(join(folder, name))))
    },
    remove: async () => {
      await program.kill()
      await remove()
    },
  }
}
