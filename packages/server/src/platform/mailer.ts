import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { makePrivateFolder, PRIVATE_FILE } from './folders.ts'
import { tracedStep } from './tracing.ts'

export interface Letter {
  /** Stable over retries, so that a receiving server can tell a repeated letter. */
  messageId: string
  to: string
  /** A person: nobody reads what is sent to MAIL_FROM. */
  replyTo?: string | null
  subject: string
  html: string
  text: string
  /** An iCalendar file, for dates. */
  ics?: string | null
}

/** Sending again would not help: the address or the letter itself was refused. */
export class RefusedForGood extends Error {}

export interface Mailer {
  /** True when letters leave by SMTP, false when they are written to the outbox folder. */
  real: boolean
  /** One letter to one address. Throws RefusedForGood, or anything else to be tried again. */
  send(letter: Letter): Promise<void>
  close(): void
}

/** Loaded with the first letter. */
const nodemailer = () => import('nodemailer')

const TIMEOUT_MS = 10_000
/** The server does not take our name and password: somebody will mend SMTP_URL, and the letter is good. */
const UNAUTHORISED = new Set([530, 534, 535, 538])
const harmless = { disableFileAccess: true, disableUrlAccess: true }

/**
 * The date is attached and no alternative of the text: Outlook shows a published entry that stands there as raw lines
 * instead of the letter (MS-STANOICAL V0233). Thunderbird offers to add or remove it either way (docs/decisions/0034).
 */
const fileOf = (ics: string) => ({
  filename: 'release.ics',
  content: ics,
  contentType: 'text/calendar; charset=utf-8',
  contentDisposition: 'attachment' as const,
})

/** Answering machines are not to answer: nobody reads what they would say (RFC 3834, MS-OXCMAIL 2.1.3.2.20). */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

const messageOf = (from: string, letter: Letter): SendMailOptions => ({
  from,
  to: letter.to,
  ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
  subject: letter.subject,
  html: letter.html,
  text: letter.text,
  messageId: letter.messageId,
  headers,
  ...(letter.ics ? { attachments: [fileOf(letter.ics)] } : {}),
  ...harmless,
})

/** Letters by SMTP, e.g. `smtp://user:password@mail.example.ru:587`. */
export function smtpMailer(url: string, from: string): Mailer {
  const open = async () =>
    (await nodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS * 3,
      dnsTimeout: TIMEOUT_MS,
      ...harmless,
    })
  let opened: ReturnType<typeof open> | undefined
  return {
    real: true,
    send: async (letter) => {
      try {
        const transport = await (opened ??= open())
        await tracedStep(
          () => ({ name: 'letter', kind: 'client', attributes: { 'server.address': new URL(url).hostname } }),
          () => transport.sendMail(messageOf(from, letter)),
        )
      } catch (error) {
        const { responseCode } = error as { responseCode?: number }
        // 5xx of a letter is the other side's last word; 4xx and a broken line are worth another try.
        if (responseCode !== undefined && responseCode >= 500 && !UNAUTHORISED.has(responseCode)) {
          throw new RefusedForGood((error as Error).message)
        }
        throw error
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Connects, goes over to TLS and signs in as sending does, and sends nothing. Throws what sending would. */
export async function knockAtSmtp(url: string): Promise<void> {
  const { createTransport } = await nodemailer()
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    ...harmless,
  })
  await transport.verify()
}

/** Without SMTP: each letter becomes an `.eml` file that any mail program opens. */
export function outboxMailer(folder: string, from: string): Mailer {
  return {
    real: false,
    send: async (letter) => {
      const { createTransport } = await nodemailer()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await transport.sendMail(messageOf(from, letter))
      await makePrivateFolder(folder)
      const path = join(folder, `${letter.messageId.replace(/[^\w.@-]/g, '')}.eml`)
      const half = `${path}.${randomUUID()}.part`
      await writeFile(half, message as Buffer, { mode: PRIVATE_FILE })
      await rename(half, path)
    },
    close: () => {},
  }
}
