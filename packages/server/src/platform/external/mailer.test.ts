import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../testing/servers/smtp.ts'
import { asError } from '../runtime/as-error.ts'
import { RefusedForGood, smtpMailer } from './mailer.ts'

type Stage = 'greeting' | 'auth' | 'sender' | 'recipient' | 'content'

/** Starts a mail server that refuses with this code at this stage. @returns SMTP_URL */
async function refusingAt(stage: Stage, responseCode: number): Promise<string> {
  const refusalAt = (now: Stage) => (now === stage ? Object.assign(new Error('refused'), { responseCode }) : null)
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect: (_session, done) => done(refusalAt('greeting')),
    onAuth: (_auth, _session, done) => done(refusalAt('auth'), { user: 'vypusk' }),
    onMailFrom: (_address, _session, done) => done(refusalAt('sender')),
    onRcptTo: (_address, _session, done) => done(refusalAt('recipient')),
    onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusalAt('content'))),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return `smtp://vypusk:word@127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

test.each<[Stage, number, 'for good' | 'for now']>([
  ['greeting', 554, 'for now'],
  ['greeting', 421, 'for now'],
  ['auth', 535, 'for now'],
  ['auth', 550, 'for now'],
  ['sender', 530, 'for now'],
  ['sender', 451, 'for now'],
  ['sender', 550, 'for good'],
  ['recipient', 450, 'for now'],
  // The session is out of order, and not the letter.
  ['recipient', 503, 'for now'],
  ['recipient', 550, 'for good'],
  ['content', 452, 'for now'],
  ['content', 554, 'for good'],
])('a letter refused at the %s with %i is refused %s', async (stage, code, how) => {
  const mailer = smtpMailer(await refusingAt(stage, code), 'vypusk@example.ru')
  onTestFinished(() => mailer.close())
  const letter = { messageId: '<1@example.ru>', to: 'ivan@example.ru', subject: 'Дата', html: '<p>Дата', text: 'Дата' }
  const error = await mailer.send(letter).then(() => undefined, asError)
  expect(error?.message).toContain(String(code))
  expect(error instanceof RefusedForGood ? 'for good' : 'for now').toBe(how)
})

test('letters leave to, from and for answers at domains in Russian letters', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.stop())
  const mailer = smtpMailer(smtp.url, 'Выпуск <vypusk@Пример.рф>')
  onTestFinished(() => mailer.close())
  const letter = { subject: 'Дата', html: '<p>Дата', text: 'Дата', replyTo: 'anna@почта.рф' }
  for (const to of ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'])
    await mailer.send({ ...letter, messageId: `<${to.length}@example.ru>`, to })
  const ascii = 'ivan@xn--e1afmkfd.xn--p1ai'
  expect(
    smtp.received.map(({ mail }) => [mail.to?.[0]?.address, mail.from?.address, mail.replyTo?.[0]?.address]),
  ).toEqual(Array.from({ length: 2 }, () => [ascii, 'vypusk@xn--e1afmkfd.xn--p1ai', 'anna@xn--80a1acny.xn--p1ai']))
})
