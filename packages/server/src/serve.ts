import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openProduct, type Product } from './app.ts'
import { orUnreachable } from './platform/database/connect.ts'
import { collectGarbage, keepHeapSmall } from './platform/runtime/garbage.ts'
import { pagesDir } from './platform/runtime/places.ts'
import { workerNumber } from './platform/processes/worker.ts'
import type { Settings } from './platform/settings.ts'
import type { TimeLeft } from './platform/runtime/shutdown.ts'
import { watchEventLoop } from './platform/runtime/watchdog.ts'
import type { Prepared } from './prepare.ts'

/**
 * Starts the product on a prepared database and listens. Of several workers, the first one also runs the scheduled
 * jobs.
 * @param atEnd is given the function that closes it as soon as there is something to close, since the port may be taken
 */
export async function serve(
  settings: Settings,
  { config, name, through, isShared, demo }: Prepared,
  log: FastifyBaseLogger,
  atEnd: (close: (left: TimeLeft) => Promise<void>) => void,
): Promise<Product> {
  const webDir = existsSync(join(pagesDir, 'index.html')) ? pagesDir : undefined
  const opening = openProduct({
    settings,
    config,
    isShared,
    ...(through ? { through } : {}),
    log,
    demo,
    isByTheClock: workerNumber === null || workerNumber === 1,
    ...(webDir ? { webDir } : {}),
  })
  const product = await orUnreachable(name, opening)
  let watchdog: ReturnType<typeof watchEventLoop> | undefined
  atEnd(async (left) => {
    await product.close(left)
    await watchdog?.stop()
  })
  keepHeapSmall()
  collectGarbage()
  await product.app.listen({ port: settings.port, host: settings.host })
  watchdog = watchEventLoop(settings.eventLoopLimit, log, workerNumber !== null)
  return product
}
