import { tmpdir } from 'node:os'
import type pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../platform/embedded.ts'
import { DAY_OF_RETRIES, startJobs } from '../platform/jobs.ts'
import { migrate } from '../platform/database/migrate.ts'
import { readSettings } from '../platform/settings.ts'
import { dropDatabase, inDatabase, newDatabaseName, run } from './database.ts'
import { temporaryFolder } from './folder.ts'

const quiet = { info() {}, warn: console.warn }

/**
 * Runs once for all tests: provides a server (the one in TEST_DATABASE_URL, otherwise an embedded one in a temporary
 * folder), and on it a migrated template that each test copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = newDatabaseName()
  await run(server.config, `create database ${template}`)
  await migrate(inDatabase(server.config, template), quiet)
  await installJobs(inDatabase(server.config, template))
  project.provide('databaseServer', { config: server.config, template })
  return async () => {
    await dropDatabase(server.config, template)
    await server.close()
  }
}

/** Creates the queue's own tables, which otherwise the first process on a database creates. */
async function installJobs(config: pg.ClientConfig): Promise<void> {
  const { databaseLimits: limits } = readSettings({ DATA_DIR: tmpdir() })
  const jobs = await startJobs(config, { queues: {}, retries: DAY_OF_RETRIES, limits, log: pino({ level: 'error' }) })
  await jobs.stop(5000)
}

async function openServer(): Promise<{ config: pg.ClientConfig; close: () => Promise<void> }> {
  const options = process.env['TEST_DATABASE_URL']
  if (options) return { config: { connectionString: options }, close: async () => {} }
  const folder = await temporaryFolder('tests')
  const { config, stop } = await startEmbedded({ dataDir: folder.path, log: quiet })
  // No data outlives the run, so there is no need to wait for the disk, nor to write pages twice or to vacuum them.
  await run(config, 'alter system set fsync = off')
  await run(config, 'alter system set full_page_writes = off')
  await run(config, 'alter system set autovacuum = off')
  await run(config, 'alter system set plan_cache_mode = force_generic_plan')
  await run(config, 'select pg_reload_conf()')
  return {
    config,
    async close() {
      await stop()
      await folder.remove()
    },
  }
}
