import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openProduct, type Product } from './app.ts'
import { pagesDir } from './platform/places.ts'
import { workerNumber } from './platform/processes/worker.ts'
import type { Settings } from './platform/settings.ts'
import { watchEventLoop } from './platform/watchdog.ts'
import type { Prepared } from './prepare.ts'

interface Serving {
  product: Product
  close: () => Promise<void>
}

/** The product on a database that is ready, listening. What is done by the clock, the first of several workers does. */
export async function serve(
  settings: Settings,
  { config, through, isShared, demo }: Prepared,
  log: FastifyBaseLogger,
): Promise<Serving> {
  const webDir = existsSync(join(pagesDir, 'index.html')) ? pagesDir : undefined
  const product = await openProduct({
    settings,
    config,
    isShared,
    ...(through ? { through } : {}),
    log,
    demo,
    isByTheClock: workerNumber === null || workerNumber === 1,
    ...(webDir ? { webDir } : {}),
  })
  await product.app.listen({ port: settings.port, host: settings.host })
  const watchdog = watchEventLoop(settings.eventLoopLimit, log, workerNumber !== null)
  return {
    product,
    close: async () => {
      await product.close()
      await watchdog.stop()
    },
  }
}
