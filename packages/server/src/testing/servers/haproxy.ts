import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { deployed } from '../processes/deployed.ts'
import { temporaryFolder } from '../folder.ts'
import { freePort } from '../port.ts'
import type { DebianPostgres } from './postgres.ts'
import { startProgram } from '../processes/program.ts'

/** Answers like the Patroni of each server: one of them leads, whatever role the others believe to have. */
async function startPatroni(roleOf: () => 'primary' | 'replica' | 'away') {
  const server = createServer(({ url }, response) => response.writeHead(url === `/${roleOf()}` ? 200 : 503).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, server }
}

/**
 * Starts Debian's HAProxy with the file in `deploy`, before three servers.
 * @param roleOf which server leads, which follow, which are unavailable
 */
export async function startHaproxy(
  servers: readonly [DebianPostgres, DebianPostgres, DebianPostgres],
  roleOf: (server: DebianPostgres) => 'primary' | 'replica' | 'away',
) {
  const folder = await temporaryFolder('haproxy')
  const ports = { primary: await freePort(), replicas: await freePort() }
  const patronis: Server[] = []
  const values: [string, string][] = [
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${ports.primary}`],
    ['bind 127.0.0.1:5001', `bind 127.0.0.1:${ports.replicas}`],
  ]
  for (const [index, server] of servers.entries()) {
    const patroni = await startPatroni(() => roleOf(server))
    patronis.push(patroni.server)
    const checked = `10.0.0.${index + 1}:5432 check port 8008`
    values.push([checked, `127.0.0.1:${server.port} check port ${patroni.port}`])
  }
  const path = join(folder.path, 'haproxy.cfg')
  await writeFile(path, await deployed('haproxy.cfg', values))
  const program = startProgram('/usr/sbin/haproxy', ['-db', '-f', path])
  const urlOf = (port: number) => `postgres://app@127.0.0.1:${port}/postgres`
  return {
    primary: urlOf(ports.primary),
    replicas: urlOf(ports.replicas),
    output: program.output,
    stop: async () => {
      await program.end()
      for (const each of patronis) {
        each.closeAllConnections()
        each.close()
      }
      await folder.remove()
    },
  }
}
