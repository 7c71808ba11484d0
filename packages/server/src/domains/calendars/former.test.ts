import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { migrationsDir } from '../../platform/runtime/places.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'

/** Calendars that were saved while only JavaScript checked their time zones. */

const log = { info() {}, warn() {} }
const MENDED = '0289_zones_that_both_know.sql'

const FORMER = `
  insert into companies (namecomp) select 'Компания ' || n from generate_series(1, 5) as n;
  insert into users (login, name, "isRivc", created_at) values ('manager', 'Мария', true, now());
  insert into company_calendars (company_id, zone, working, updated_by, updated_at)
    select n, (array['Asia/Omsk', 'AET', '+10:00', 'europe/moscow', null])[n], '[]', 1, now()
    from generate_series(1, 5) as n;`

test('the migration leaves only zones that PostgreSQL knows', async () => {
  const database = await createTestDatabase({ create: 'template template0' })
  const folder = await temporaryFolder('migrations')
  const all = (await readdir(migrationsDir)).toSorted()
  for (const file of all.filter((name) => name < MENDED)) await cp(join(migrationsDir, file), join(folder.path, file))
  await migrate(database.config, log, { dir: folder.path })
  const client = new pg.Client(database.config)
  await client.connect()
  await client.query(FORMER)
  await migrate(database.config, log)
  const { rows } = await client.query('select zone from company_calendars order by company_id')
  expect(rows.map(({ zone }) => zone)).toEqual(['Asia/Omsk', null, null, 'europe/moscow', null])
  await client.end()
  await database.drop()
  await folder.remove()
})
