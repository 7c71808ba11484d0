import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { TLSSocket, type ConnectionOptions } from 'node:tls'
import { Client, FTPError } from 'basic-ftp'
import { PATIENCE_MS, StrangeServer, type Address, type Session } from './session.ts'

const NO_FILE = 550
const IMPLICIT_PORT = 990

const isAnswer = (error: unknown, code: number) => error instanceof FTPError && error.code === code

/** Checks, before the password is sent, that the server's certificate has the fingerprint from FTP_URL. */
function checkPinned(client: Client, fingerprint: string): void {
  const { socket } = client.ftp
  const raw = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.raw : undefined
  const shown = raw && createHash('sha256').update(raw).digest('base64').replace(/=+$/, '')
  if (!raw || shown !== fingerprint) throw new StrangeServer(`the certificate is ${shown}`)
  // The data connections must present the same certificate.
  const ca = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----\n`
  client.ftp.tlsOptions = { ca, allowPartialTrustChain: true, checkServerIdentity: () => undefined }
}

async function open(client: Client, { host, port, fingerprint }: Address, secure: boolean): Promise<void> {
  const trust: ConnectionOptions = { host, ...(fingerprint === null ? {} : { rejectUnauthorized: false }) }
  if (secure && port === IMPLICIT_PORT) await client.connectImplicitTLS(host, port, trust)
  else await client.connect(host, port)
  if (!secure) return
  if (port !== IMPLICIT_PORT) await client.useTLS(trust)
  if (fingerprint !== null) checkPinned(client, fingerprint)
}

function sessionOf(client: Client, base: string): Session {
  const full = (path: string) => posix.join(base, path)
  return {
    sizeOf: async (path) => {
      try {
        return await client.size(full(path))
      } catch (error) {
        if (isAnswer(error, NO_FILE)) return undefined
        if (client.closed) throw error
        // Some servers do not support SIZE, or do not answer it for an empty file.
        const there = await client.list(posix.dirname(full(path)))
        return there.find(({ name }) => name === posix.basename(path))?.size
      }
    },
    makeFolder: async (path) => {
      await client.ensureDir(full(path))
    },
    write: async (path, bytes, from) => {
      await (from > 0 ? client.appendFrom(bytes, full(path)) : client.uploadFrom(bytes, full(path)))
    },
    rename: async (from, to) => {
      await client.rename(full(from), full(to))
    },
    remove: async (path) => {
      await client.remove(full(path), true)
    },
    close: () => client.close(),
  }
}

/**
 * Connects by FTP.
 * @param secure `ftps:`: TLS from the first byte on port 990, by AUTH TLS on any other port
 */
export async function connectPlain(address: Address, secure: boolean): Promise<Session> {
  const client = new Client(PATIENCE_MS)
  try {
    await open(client, address, secure)
    await client.sendIgnoringError('OPTS UTF8 ON')
    await client.login(address.user, address.password)
    await client.useDefaultSettings()
    return sessionOf(client, posix.resolve(await client.pwd(), address.folder))
  } catch (error) {
    client.close()
    throw error
  }
}
