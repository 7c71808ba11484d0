import { createServer, type Server } from 'node:http'
import { Registry } from 'prom-client'

/**
 * Serves metrics at /metrics on a separate port that no proxy exposes.
 * @param read returns them in the format of Prometheus
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
    server.once('error', (error) => reject(Object.assign(error, { variable: 'METRICS_PORT' })))
    server.listen(port, host, resolve)
  })
  return server
}
