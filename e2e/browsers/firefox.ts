import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { temporaryFolder } from '../../packages/server/src/testing/folder.ts'
import { asJson, ended, printed, type DrivenBrowser } from './driven.ts'

const PROGRAM = 'firefox-esr'

interface Reply {
  id?: number
  type: 'success' | 'error' | 'event'
  result: unknown
  message?: string
}

/** The commands of a WebDriver BiDi session (https://w3c.github.io/webdriver-bidi). */
async function connect(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data)) as Reply
    const call = id === undefined ? undefined : waiting.get(id)
    if (type === 'error') call?.reject(new Error(message))
    else call?.resolve(result)
  })
  return (method: string, params: object): Promise<unknown> => {
    const call = Promise.withResolvers<unknown>()
    const id = waiting.size
    waiting.set(id, call)
    socket.send(JSON.stringify({ id, method, params }))
    return call.promise
  }
}

/** Starts Firefox without a window. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const profile = await temporaryFolder('firefox')
  const options = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile.path]
  const program = spawn(PROGRAM, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const call = await connect(`${await printed(program.stderr, /BiDi listening on (ws:\S+)/)}/session`)
  await call('session.new', { capabilities: {} })
  const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context
  return {
    open: async (url) => {
      await call('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    run: async (expression) => {
      const asked = { expression: asJson(expression), awaitPromise: true, target: { context } }
      const reply = (await call('script.evaluate', asked)) as { result?: { value: string }; exceptionDetails?: object }
      if (!reply.result) throw new Error(JSON.stringify(reply.exceptionDetails))
      return JSON.parse(reply.result.value)
    },
    close: async () => {
      await ended(program)
      await profile.remove()
    },
  }
}
