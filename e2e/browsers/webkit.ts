import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../packages/server/src/testing/port.ts'
import { asJson, ended, printed, type DrivenBrowser } from './driven.ts'

/** The engine of Safari, in the small browser that Debian has for its driver. */
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const TRIES = 100
const TRY_AGAIN_MS = 100
/** How long a script may take, in ms: as long as a test waits for what it expects. */
const SCRIPT_MS = 60_000

/** The calls of a WebDriver (https://www.w3.org/TR/webdriver2). */
const driverAt =
  (address: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${address}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await reply.json()) as { value: unknown }
    if (!reply.ok) throw new Error(JSON.stringify(value))
    return value
  }

async function untilReady(call: ReturnType<typeof driverAt>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const ready = await call('GET', '/status').catch((error: unknown) => {
      if (tries === TRIES) throw error
      return undefined
    })
    if (ready !== undefined) return
    await pause(TRY_AGAIN_MS)
  }
}

/** Starts WebKit's small browser on a display that nobody sees: it has no mode without one. */
export async function startWebkit(): Promise<DrivenBrowser> {
  const screen = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await printed(display.stdio[3] as Readable, /^(\d+)$/)
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env })
  const call = driverAt(`http://127.0.0.1:${port}`)
  await untilReady(call)
  const wanted = {
    'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
    timeouts: { script: SCRIPT_MS },
  }
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: wanted } })) as {
    sessionId: string
  }
  const session = `/session/${sessionId}`
  return {
    open: async (url) => {
      await call('POST', `${session}/url`, { url })
    },
    run: async (expression) => {
      const script = `const [done] = arguments;
        ${asJson(expression)}.then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const reply = (await call('POST', `${session}/execute/async`, { script, args: [] })) as {
        value?: string
        error?: string
      }
      if (reply.value === undefined) throw new Error(reply.error)
      return JSON.parse(reply.value)
    },
    close: async () => {
      await call('DELETE', session)
      await ended(driver)
      await ended(display)
    },
  }
}
