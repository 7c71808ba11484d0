import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { stopEmbedded } from '../platform/embedded.ts'
import { codeOf } from '../platform/runtime/command.ts'
import { PATIENCE_MS, prepareEnding } from '../platform/runtime/shutdown.ts'
import { removeFolders } from './folder.ts'

/** How the programs around the product end – benchmarks, the proof, scripts – as its commands do (`runCommand`). */

const children = new Set<() => Promise<unknown>>()
const last = new Set<() => Promise<unknown>>()

/** Ends a child process when this one ends. */
export function endWithThis(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  const end = async () => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  children.add(end)
  child.once('exit', () => children.delete(end))
}

/** Does this when the program ends, once its processes and its database have. */
export const atProgramEnd = (work: () => Promise<unknown>): void => void last.add(work)

const all = (works: Set<() => Promise<unknown>>) => Promise.allSettled([...works].map((work) => work()))

/**
 * Leaves nothing behind however the program ends, by Ctrl+C, by SIGTERM or by an error: its child processes and its
 * embedded databases are stopped, and its temporary folders removed.
 */
export function leaveNothing(): void {
  process.on('exit', removeFolders)
  prepareEnding(
    async () => {
      await all(children)
      await stopEmbedded()
      await all(last)
    },
    (error) => console.error(error),
    PATIENCE_MS,
    { codeOf },
  )
}
