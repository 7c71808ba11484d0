import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { migrationsDir } from '../../platform/runtime/places.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'

/**
 * The text in the remark of an agreement, from before there were threads, becomes a thread of the person who wrote it
 * last.
 */

const log = { info() {}, warn() {} }
const THREADS = '0072_threads.sql'

/**
 * The data of the day before: remarks by a client, by staff and by an address, an empty one, and one of a published
 * release.
 */
const FORMER = `
  insert into companies (namecomp) values ('АО «Порт»');
  insert into users (login, name, "isRivc", idcomp, created_at) values
    ('manager', 'Мария', true, null, now()), ('client', 'Клара', false, 1, now());
  insert into releases (title, start_date, plan_date, author_id, created_at, updated_at, published_at)
    select 'Релиз ' || n, '2026-03-02', '2026-03-31', 1, now(), now(), case when n = 5 then now() end
    from generate_series(1, 5) as n;
  insert into agreements (release_id, company_id, author_id, remark, created_at, updated_at)
    select n, 1, 1, (array['Форма <b>не</b> печатается' || chr(10) || 'совсем', 'Перенесли', 'По телефону', '  ', 'Старое'])[n],
      '2026-03-02T09:00:00Z', now() from generate_series(1, 5) as n;
  insert into history (entity, entity_id, field, title, after, user_id, address, at, via) values
    ('agreement', 1, 'remark', 'Замечание', '"Раньше"', 1, null, '2026-03-03T09:00:00Z', 'screen'),
    ('agreement', 1, 'remark', 'Замечание', '"Позже"', 2, null, '2026-03-04T09:00:00Z', 'screen'),
    ('agreement', 3, 'remark', 'Замечание', '"По телефону"', null, 'it@port.example', '2026-03-05T09:00:00Z', 'letter');`

test('former remarks are turned into threads by the migration', async () => {
  const database = await createTestDatabase({ create: 'template template0' })
  const folder = await temporaryFolder('migrations')
  const all = (await readdir(migrationsDir)).toSorted()
  for (const file of all.filter((name) => name < THREADS)) await cp(join(migrationsDir, file), join(folder.path, file))
  await migrate(database.config, log, { dir: folder.path })
  const client = new pg.Client(database.config)
  await client.connect()
  await client.query(FORMER)
  await migrate(database.config, log)
  const { rows } = await client.query(`
    select agreement_id as id, thread.side, thread.author_id as author, thread.address, owner_id as owner, blocks, state,
      due > current_date as later, entry.html, to_char(thread.created_at at time zone 'UTC', 'DD.MM') as day
    from threads as thread join entries as entry on entry.thread_id = thread.id order by agreement_id`)
  const kept = { owner: 1, blocks: true, state: 'open', later: true }
  const nobody = { author: null, address: 'it@port.example' }
  expect(rows).toEqual([
    {
      ...kept,
      id: 1,
      side: 'client',
      author: 2,
      address: null,
      html: '<p>Форма &lt;b&gt;не&lt;/b&gt; печатается<br />совсем</p>',
      day: '04.03',
    },
    { ...kept, id: 2, side: 'staff', author: 1, address: null, html: '<p>Перенесли</p>', day: '02.03' },
    { ...kept, ...nobody, id: 3, side: 'client', html: '<p>По телефону</p>', day: '05.03' },
    { ...kept, id: 5, side: 'staff', author: 1, address: null, later: null, html: '<p>Старое</p>', day: '02.03' },
  ])
  await client.end()
  await database.drop()
  await folder.remove()
})
