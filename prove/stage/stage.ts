import pg from 'pg'
import { addressOf } from '../../packages/server/src/testing/database.ts'
import { temporaryFolder } from '../../packages/server/src/testing/folder.ts'
import { startFtp, type TestFtp } from '../../packages/server/src/testing/servers/ftp.ts'
import { freePort } from '../../packages/server/src/testing/port.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { startProduct, type Product } from './product.ts'
import { startSmtp, type Smtp } from './smtp.ts'

/** A whole installation of the product: its processes, its database, its mail and file servers. */
export interface Stage {
  products: Product[]
  /** How long the last of the processes took to start. */
  startMs: number
  postgres: Postgres
  smtp: Smtp
  sftp: TestFtp
  /** Where uploaded files are kept. */
  dataDir: string
  /** Deliveries up to this id belong to the demo data. */
  demoDeliveries: number
  /** Queries the database directly, without the product. */
  rows: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>
  close(): Promise<void>
}

/** Settings that differ from an ordinary installation: the proof writes more than people do. */
const ENV = { DEMO: 'on', DEMO_REQUESTS: '100', RATE_PEOPLE: '1000000', UPLOAD_QUOTA_FILES: '100000' }

interface Wanted {
  /** How many processes of the product. */
  products: number
  /** Returns another address of the database for the product, for example that of a proxy. */
  way?: (config: pg.ClientConfig) => Promise<pg.ClientConfig>
  env?: Record<string, string>
  /** Mounts separate disks at the folders of the database and of the files; returns a function that removes them. */
  disks?: (folders: { database: string; files: string }) => Promise<() => Promise<void>>
}

export async function openStage({ products: many, way, env = {}, disks }: Wanted): Promise<Stage> {
  const [base, data] = [await temporaryFolder('prove-base'), await temporaryFolder('prove-data')]
  const unmount = await disks?.({ database: base.path, files: data.path })
  const postgres = await startPostgres(base.path)
  const [smtp, sftp] = [await startSmtp(), await startFtp('sftp')]
  const options = {
    ...ENV,
    DATA_DIR: data.path,
    DATABASE_URL: addressOf(way ? await way(postgres.config) : postgres.config),
    SMTP_URL: smtp.url,
    FTP_URL: sftp.url,
    ...env,
  }
  const products: Product[] = []
  let startMs = 0
  for (let n = 0; n < many; n += 1) {
    const from = performance.now()
    products.push(await startProduct(await freePort(), options))
    startMs = performance.now() - from
  }
  const rows: Stage['rows'] = async (text) => {
    const client = new pg.Client(postgres.config)
    await client.connect()
    // With several statements, the last one is the query.
    const all = [await client.query(text).finally(() => client.end())].flat()
    return all.at(-1)?.rows ?? []
  }
  const [before] = await rows<{ id: number }>('select coalesce(max(id), 0)::int as id from deliveries')
  const close = async () => {
    for (const product of products) await product.kill()
    await smtp.remove()
    await sftp.stop()
    await postgres.stop()
    await unmount?.()
    await base.remove()
    await data.remove()
  }
  return { products, startMs, postgres, smtp, sftp, dataDir: data.path, demoDeliveries: before?.id ?? 0, rows, close }
}
