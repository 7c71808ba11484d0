import { migrate } from '../../packages/server/src/platform/database/migrate.ts'
import { startEmbedded } from '../../packages/server/src/platform/embedded.ts'
import { testApp, type TestApp } from '../../packages/server/src/testing/app.ts'
import { inDatabase, newDatabaseName, run } from '../../packages/server/src/testing/database.ts'
import { temporaryFolder } from '../../packages/server/src/testing/folder.ts'
import { DIRECTORY } from './directory.ts'

const quiet = { info() {}, warn: console.warn }

/** Starts a database server for products in this process, outside a test run. */
export async function openServer() {
  const folder = await temporaryFolder('prove')
  const { config, stop } = await startEmbedded({ dataDir: folder.path, log: quiet })
  // Nothing here is needed after the run, so there is no need to wait for the disk.
  await run(config, 'alter system set fsync = off')
  await run(config, 'select pg_reload_conf()')
  const template = newDatabaseName()
  await run(config, `create database ${template}`)
  await migrate(inDatabase(config, template), quiet)
  const open = async (): Promise<TestApp> => {
    const name = newDatabaseName()
    await run(config, `create database ${name} template ${template}`)
    const drop = () => run(config, `drop database if exists ${name}`)
    return testApp(
      { LOG_LEVEL: 'fatal', ...DIRECTORY.settings },
      { database: { config: inDatabase(config, name), drop } },
    )
  }
  const close = async () => {
    await stop()
    await folder.remove()
  }
  return { open, close }
}
