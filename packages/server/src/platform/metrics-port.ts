import { createServer, type Server } from 'node:http'
import { Registry } from 'prom-client'

/**
 * Serves figures at /metrics on a port of their own, which no proxy leads to.
 * @param read them as Prometheus takes them
 */
export async function serveMetrics(read: () => Promise<string>, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
