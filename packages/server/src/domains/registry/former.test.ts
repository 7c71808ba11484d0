import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runDeferredDdl } from '../../platform/database/deferred-ddl.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { migrationsDir } from '../../platform/runtime/places.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'

/** Entries that were handed to another company before the product kept what their former company had written. */

const log = { info() {}, warn() {} }
const KEPT = '0251_former_company_of_entries.sql'

/** The data of the day before: one entry that was handed over and one that was not, both with comments. */
const FORMER = `
  insert into companies (namecomp) values ('АО «Порт»'), ('АО «Док»');
  insert into users (login, name, "isRivc", idcomp, created_at) values ('manager', 'Мария', true, null, now());
  insert into registry_entries (number, idcomp, title, step_id, author_id, created_at, updated_at)
    select 'Р-2026-' || n, n, 'Запись', (select min(id) from registry_steps), 1, now(), now()
    from generate_series(1, 2) as n;
  insert into registry_comments (entry_id, side, comment, user_id, created_at) values
    (2, 'rivc', 'Прежним', 1, '2026-03-02T09:00:00Z'), (2, 'rivc', 'Новым', 1, '2026-03-04T09:00:00Z'),
    (1, 'rivc', 'Всегда этим', 1, '2026-03-02T09:00:00Z');
  insert into history (entity, entity_id, field, title, before, after, user_id, at) values
    ('registry_entry', 1, 'company', 'Компания', null, '"АО «Порт»"', 1, '2026-03-01T09:00:00Z'),
    ('registry_entry', 2, 'company', 'Компания', null, '"АО «Порт»"', 1, '2026-03-01T09:00:00Z'),
    ('registry_entry', 2, 'company', 'Компания', '"АО «Порт»"', '"АО «Док»"', 1, '2026-03-03T09:00:00Z'),
    ('registry_entry', 2, 'boss', 'Руководитель', '"Иван"', 'null', 1, '2026-03-03T09:00:00Z'),
    ('registry_entry', 2, 'title', 'Название', '"Раз"', '"Два"', 1, '2026-03-05T09:00:00Z');`

test('the migration finds what was written before an entry was handed over', async () => {
  const database = await createTestDatabase({ create: 'template template0' })
  const folder = await temporaryFolder('migrations')
  const all = (await readdir(migrationsDir)).toSorted()
  for (const file of all.filter((name) => name < KEPT)) await cp(join(migrationsDir, file), join(folder.path, file))
  await migrate(database.config, log, { dir: folder.path })
  const client = new pg.Client(database.config)
  await client.connect()
  await client.query(FORMER)
  await migrate(database.config, log)
  await runDeferredDdl(database.config, log)
  const { rows } = await client.query(`
    select e.id, array(select c.comment from registry_comments c where c.entry_id = e.id and c.id > e.former_comment_id
        order by c.id) as comments,
      array(select h.field from history h where h.entity_id = e.id and h.id > e.former_change_id order by h.id) as changes
    from registry_entries as e order by e.id`)
  expect(rows).toEqual([
    { id: 1, comments: ['Всегда этим'], changes: ['company'] },
    { id: 2, comments: ['Новым'], changes: ['title'] },
  ])
  await client.end()
  await database.drop()
  await folder.remove()
})
