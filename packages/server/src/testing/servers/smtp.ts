import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Received {
  /** The address in the envelope. */
  to: string
  mail: Email
}

/** What the server answers for a recipient: nothing, or a code and a text such as 550 "no such user". */
export type Answer = { responseCode: number; message: string } | undefined

export interface TestSmtp {
  /** For SMTP_URL. */
  url: string
  /** Accepted letters, in order. */
  received: Received[]
  /** Decides about each recipient; by default all are accepted. */
  answer: (address: string) => Answer
  /** The accepted password; null accepts everybody. */
  password: string | null
  /** Runs after a letter is accepted and before the sender is notified. */
  taken: () => Promise<void>
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

function serverOf(box: TestSmtp): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS', ...(box.password === null ? ['AUTH' as const] : [])],
    onAuth: ({ username, password }, _session, done) =>
      password === box.password ? done(null, { user: username }) : done(new Error('Invalid username or password')),
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      const refused = box.answer(address)
      done(refused && Object.assign(new Error(refused.message), { responseCode: refused.responseCode }))
    },
    onData: (stream, session, done) => {
      const keep = async () => {
        const mail = await PostalMime.parse(await bytesOf(stream))
        box.received.push(...session.envelope.rcptTo.map(({ address }) => ({ to: address, mail })))
        await box.taken()
      }
      callbackify(keep)((error) => done(error))
    },
  })
}

/**
 * Starts a real SMTP server on a free port of this machine.
 * @param password required to sign in
 */
export async function startSmtp(password: string | null = null): Promise<TestSmtp> {
  let server: SMTPServer | undefined
  let port = 0
  const box: TestSmtp = {
    url: '',
    received: [],
    answer: () => undefined,
    password,
    taken: async () => {},
    start: async () => {
      const fresh = serverOf(box)
      fresh.on('error', () => {})
      await new Promise<void>((resolve) => fresh.listen(port, '127.0.0.1', resolve))
      port = (fresh.server.address() as AddressInfo).port
      server = fresh
    },
    stop: async () => {
      const running = server
      server = undefined
      if (running) await new Promise<void>((resolve) => running.close(resolve))
    },
  }
  await box.start()
  box.url = `smtp://${password === null ? '' : `vypusk:${password}@`}127.0.0.1:${port}`
  return box
}
