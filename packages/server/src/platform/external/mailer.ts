import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { makePrivateFolder, PRIVATE_FILE } from '../runtime/folders.ts'
import { tracedStep } from '../tracing.ts'

export interface Letter {
  /** The same for all attempts, so that a receiving server can recognise a repeated letter. */
  messageId: string
  to: string
  /** The address of a person, because nobody reads letters to MAIL_FROM. */
  replyTo?: string | null
  subject: string
  html: string
  text: string
  /** An iCalendar file, for letters about dates. */
  ics?: string | null
}

/** The address or the letter itself was refused, so that sending it again would not help. */
export class RefusedForGood extends Error {}

export interface Mailer {
  /** True when letters are sent by SMTP, false when they are written to the outbox folder. */
  real: boolean
  /** Sends one letter to one address. Throws RefusedForGood, or any other error if sending should be retried. */
  send(letter: Letter): Promise<void>
  close(): void
}

/** Loaded with the first letter. */
const nodemailer = () => import('nodemailer')

const TIMEOUT_MS = 10_000
/** The server wants a name and password, or TLS, first: this is a matter of SMTP_URL, whatever it was asked. */
const UNAUTHORISED = 530
const harmless = { disableFileAccess: true, disableUrlAccess: true }

/**
 * The entry is an attachment and not an alternative of the text, because Outlook shows a published entry in that place
 * as raw lines instead of the letter (MS-STANOICAL V0233). Thunderbird offers to add or remove it either way
 * (docs/decisions/0034).
 */
const fileOf = (ics: string) => ({
  filename: 'release.ics',
  content: ics,
  contentType: 'text/calendar; charset=utf-8',
  contentDisposition: 'attachment' as const,
})

/** Ask autoresponders not to answer, because nobody reads their replies (RFC 3834, MS-OXCMAIL 2.1.3.2.20). */
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

/** An error of nodemailer. */
interface SendingError extends Error {
  code?: string
  responseCode?: number
  /** The code is a 5xx that the same letter would get again. */
  permanent?: boolean
}

/**
 * Whether the server refused this letter for good: its sender, its address or its content. What it says before, to the
 * connection or to the name and password, concerns every letter and may be mended: a server in maintenance greets with
 * 554, or refuses everybody's password with 550.
 */
const isLetterRefused = ({ code, responseCode, permanent }: SendingError) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && permanent === true && responseCode !== UNAUTHORISED

/** Sends letters by SMTP, e.g. `smtp://user:password@mail.example.ru:587`. */
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
        throw isLetterRefused(error as SendingError) ? new RefusedForGood((error as Error).message) : error
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Connects, switches to TLS and signs in like sending does, but sends nothing. Throws the same errors. */
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

/** Used without SMTP: writes each letter as an `.eml` file that any mail program can open. */
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
