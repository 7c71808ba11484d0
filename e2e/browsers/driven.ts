import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * A browser of Debian that Playwright does not drive. Two calls are enough: what a test looks for and does is a script
 * in the page.
 */
export interface DrivenBrowser {
  /** Opens an address and waits until it has loaded. */
  open(url: string): Promise<void>
  /** Runs an expression in the page; returns its value, awaited, as JSON brings it over. */
  run(expression: string): Promise<unknown>
  close(): Promise<void>
}

/** Waits for a line a program prints, and returns what the pattern finds first in it. */
export async function printed(output: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface(output)) {
    const found = pattern.exec(line)?.[1]
    if (found === undefined) continue
    // What it prints later has to be read, or it would stop for a full pipe.
    output.resume()
    return found
  }
  throw new Error(`the program ended without ${pattern}`)
}

export async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const end = once(program, 'exit')
  program.kill('SIGKILL')
  await end
}

/** The value of an expression as JSON, for a protocol that brings over text. */
export const asJson = (expression: string): string => `(async () => JSON.stringify((await (${expression})) ?? null))()`
