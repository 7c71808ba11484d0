import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

/**
 * A mail server in a separate process, so that it can be killed: `smtp-process.ts folder port`. It saves each letter
 * before it acknowledges it.
 */

const [folder = '', port] = process.argv.slice(2)

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, { envelope }, done) => {
    const keep = async () => {
      const parts: Uint8Array[] = []
      for await (const part of stream) parts.push(part)
      const path = join(folder, randomUUID())
      const to = envelope.rcptTo.map(({ address }) => address).join(',')
      await writeFile(`${path}.part`, Buffer.concat([Buffer.from(`X-Envelope-To: ${to}\r\n`), ...parts]))
      await rename(`${path}.part`, `${path}.eml`)
    }
    callbackify(keep)((error) => done(error))
  },
})
server.on('error', () => {})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'))
