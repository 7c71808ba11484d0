import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { FtpSrv } from 'ftp-srv'
import { pino } from 'pino'
import { tlsCertificate, tlsKey } from './server-keys.ts'

/** The folder to serve, the port and the accepted user. */
export interface Entrance {
  folder: string
  port: number
  user: string
  password: string
}

interface Talking {
  commandSocket: Socket
  reply: (code: number, ...rest: unknown[]) => unknown
}

const AUTH_TLS = 234
/** The first byte of every TLS handshake, and of no command. */
const HANDSHAKE = 0x16

/** The server takes the first TLS bytes of a quick client for a command; this makes them go only to TLS. */
const leaveToTls = ({ connection }: { connection: Talking }) => {
  const reply = connection.reply.bind(connection)
  connection.reply = (code, ...rest) => {
    if (code === AUTH_TLS) ignoreTlsBytes(connection.commandSocket)
    return reply(code, ...rest)
  }
}

function ignoreTlsBytes(socket: Socket) {
  const [listener] = socket.listeners('data')
  socket.removeAllListeners('data').on('data', (data: Buffer) => {
    if (data[0] !== HANDSHAKE) listener?.call(socket, data)
  })
  socket.pause()
}

/** Serves files over FTP, and over TLS if the client requests it. */
export async function servePlain({ folder, port, user, password }: Entrance): Promise<void> {
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    tls: { key: tlsKey, cert: tlsCertificate },
    log: pino({ level: 'silent' }),
  })
  EventEmitter.prototype.on.call(server, 'connect', leaveToTls)
  server.on('login', ({ username, password: input }, accept, refuse) => {
    if (username === user && input === password) accept({ root: folder })
    else refuse(new Error('Login incorrect'))
  })
  await server.listen()
}
