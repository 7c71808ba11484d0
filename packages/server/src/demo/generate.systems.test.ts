import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyChain } from '../testing/verify-chain.ts'
import { openDatabase } from '../platform/database.ts'
import { runDeferredDdl } from '../platform/database/deferred-ddl.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { testLog } from '../testing/log.ts'
import { generateDemo, type DemoOptions } from './generate.ts'
import { clearLeftFiles } from './left-files.ts'
import { invariants } from '../testing/demo-invariants.ts'
import { DEMO_SIGN_INS } from '../domains/auth/rules.ts'
import { furtherLogin } from '../platform/person.ts'
import { demoLogins } from './people.ts'
import { tables } from './tables.ts'

const today = '2026-11-20'
const opened: { database: TestDatabase; client: pg.Client }[] = []
afterAll(async () => {
  for (const { database, client } of opened) {
    await client.end()
    await database.drop()
  }
})

interface Made {
  config: pg.ClientConfig
  client: pg.Client
  files: Map<string, Buffer>
}

async function generate(options: Partial<DemoOptions> = {}): Promise<Made> {
  const database = await createTestDatabase()
  const client = new pg.Client(database.config)
  await client.connect()
  opened.push({ database, client })
  const files = new Map<string, Buffer>()
  const putFile = async (key: string, bytes: Buffer) => void files.set(key, bytes)
  await generateDemo({ config: database.config, requests: 3000, today, putFile, ...options })
  return { config: database.config, client, files }
}

async function checksum({ client }: Made): Promise<string> {
  const all = createHash('sha256')
  for (const table of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${table} t`,
    )
    all.update(`${table} ${rows[0]?.sum}\n`)
  }
  return all.digest('hex')
}

const rowsOf = async <Row extends pg.QueryResultRow>(
  { client }: Made,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await client.query<Row>(text, values)).rows

/** All indexes and constraints. */
async function schema(one: Made): Promise<string[]> {
  const rows = await rowsOf<{ definition: string }>(
    one,
    `select indexdef as definition from pg_indexes where schemaname = 'public'
     union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint order by 1`,
  )
  return rows.map(({ definition }) => definition)
}

let made: Made
beforeAll(async () => {
  made = await generate()
})

describe('conditions of the demo data', () => {
  test.each(Object.entries(invariants))('%s', async (_, query) => {
    expect(await rowsOf(made, query, query.includes('$1') ? [today] : [])).toEqual([])
  })

  test('its chains are valid', async () => {
    const { db, close } = openDatabase(made.config, testLog)
    const heads = await db.selectFrom('chain_heads').selectAll().execute()
    const verdicts = await Promise.all(
      heads.map(({ release_id, company_id }) => verifyChain(db, release_id, company_id)),
    )
    await close()
    expect(verdicts.length).toBeGreaterThan(10)
    expect(verdicts.filter(({ fault }) => fault)).toEqual([])
  })

  test('every table it fills has rows', async () => {
    const counts = tables.map((table) => `select '${table}' as name where not exists (select from ${table})`)
    expect(await rowsOf(made, counts.join(' union all '))).toEqual([])
  })

  test('no index or constraint is lost', async () => {
    const fresh = await createTestDatabase()
    const client = new pg.Client(fresh.config)
    await client.connect()
    opened.push({ database: fresh, client })
    const shape = `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`
    expect((await made.client.query(shape)).rows).toEqual((await client.query(shape)).rows)
  })

  test('new rows get new ids', async () => {
    await made.client.query('begin')
    const added = made.client.query(`insert into companies (namecomp) values ('ООО «Проверка»') returning idcomp`)
    await expect(added).resolves.toMatchObject({ rowCount: 1 })
    await made.client.query(
      `insert into history (entity, entity_id, field, title, user_id, at) values ('release', 1, 'title', 'Название', 1, now())`,
    )
    await made.client.query('rollback')
  })

  test('files have the bytes that their rows describe', async () => {
    const rows = await rowsOf<{ storage_key: string; size: number; sha256: string }>(
      made,
      'select storage_key, size::int, sha256 from files',
    )
    expect(made.files.size).toBe(rows.length)
    for (const { storage_key, size, sha256 } of rows) {
      const bytes = made.files.get(storage_key)
      expect(bytes?.length).toBe(size)
      expect(
        createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
      ).toBe(sha256)
    }
  })

  test('the demo sign-ins belong to the people shown on the login page', async () => {
    const people = await rowsOf(
      made,
      `select login, "isRivc", "isAdmin", idcomp, can_enter_registry as enter, can_create_registry as "create"
       from users where login = any($1) and email is not null and not is_blocked order by id`,
      [[...demoLogins]],
    )
    expect(people).toEqual([
      { login: 'admin', isRivc: true, isAdmin: true, idcomp: null, enter: true, create: true },
      { login: 'manager', isRivc: true, isAdmin: false, idcomp: null, enter: true, create: true },
      { login: 'client1', isRivc: false, isAdmin: false, idcomp: 1, enter: true, create: true },
      { login: 'client2', isRivc: false, isAdmin: false, idcomp: 2, enter: false, create: false },
    ])
    expect(DEMO_SIGN_INS.map(({ login }) => login)).toEqual([...demoLogins])
  })

  test('a further account has the login that the product gives to one', async () => {
    const [further] = await rowsOf<{ of: string; person_id: number; login: string; idcomp: number }>(
      made,
      `select own.login as of, u.person_id, u.login, u.idcomp from users u join users own on own.id = u.person_id
       where u.person_id <> u.id`,
    )
    expect(further).toMatchObject({ of: 'client2', idcomp: 3 })
    expect(further?.login).toBe(furtherLogin('client2', further?.person_id ?? 0, 3))
  })

  test.each([1, 2])('demo company %i has something to answer and to download', async (idcomp) => {
    const [found] = await rowsOf<{ questions: number; files: number; releases: number }>(
      made,
      `select
        (select count(*)::int from agreements where company_id = $1 and by_rivc and not by_client) as questions,
        (select count(*)::int from publication_customers join publication_files using (publication_release_id) where idcomp = $1) as files,
        (select count(*)::int from release_companies join releases on id = release_id where idcomp = $1 and is_visible_for_client) as releases`,
      [idcomp],
    )
    expect(found?.questions).toBeGreaterThanOrEqual(2)
    expect(found?.files).toBeGreaterThan(10)
    expect(found?.releases).toBeGreaterThan(10)
  })
})

describe('the generator', () => {
  test('makes the same data for the same seed and day, and other data for another seed', async () => {
    const small = { requests: 400 }
    const [first, second, other] = [
      await generate(small),
      await generate(small),
      await generate({ ...small, seed: 'other' }),
    ]
    expect(await checksum(second)).toBe(await checksum(first))
    expect([...second.files.keys()]).toEqual([...first.files.keys()])
    expect(await checksum(other)).not.toBe(await checksum(first))
  })

  test('defers on request what only makes lists faster, but nothing that protects the data', async () => {
    const late = await generate({ requests: 400, isWaitedFor: false })
    const whole = await schema(made)
    const early = await schema(late)
    expect(early).toEqual(expect.arrayContaining(whole.filter((one) => one.includes('UNIQUE'))))
    expect(early.filter((one) => one.endsWith('NOT VALID')).length).toBeGreaterThan(20)
    expect(early.join()).not.toContain('INDEX requests_search')
    await runDeferredDdl(late.config, { info() {}, warn() {} })
    expect(await schema(late)).toEqual(whole)
    const [withoutScope] = await rowsOf(late, 'select id from agreements where by_client and agreed_sha is null')
    expect(withoutScope).toBeUndefined()
  })

  test('refuses a database that is not empty and leaves it alone', async () => {
    const before = await checksum(made)
    const again = generateDemo({ config: made.config, requests: 400, today, putFile: async () => undefined })
    await expect(again).rejects.toThrow('В базе данных уже есть данные')
    expect(await checksum(made)).toBe(before)
  })

  test('refuses a database without tables', async () => {
    const bare = await createTestDatabase({ create: 'template template0' })
    const attempt = generateDemo({ config: bare.config, today, putFile: async () => undefined })
    await expect(attempt).rejects.toThrow('нет таблиц')
    await bare.drop()
  })

  test.each([99, 1_000_001, 1.5, Number.NaN])('refuses to make %d requests', async (requests) => {
    const attempt = generateDemo({ config: made.config, requests, today, putFile: async () => undefined })
    await expect(attempt).rejects.toThrow('Число заявок')
  })

  test('leaves the database empty when it fails halfway', async () => {
    const failing = async () => {
      throw new Error('no room on the disk')
    }
    await expect(generate({ requests: 400, putFile: failing })).rejects.toThrow('no room')
    const { client } = opened.at(-1) ?? {}
    expect((await client?.query('select count(*)::int as n from requests'))?.rows).toEqual([{ n: 0 }])
  })

  test('files of a demo that broke off are found and removed, those of one that was made are not', async () => {
    const kept = new Set<string>()
    const store = { delete: async (key: string) => void kept.delete(key) }
    const breaking = async (key: string) => {
      if (kept.size === 5) throw new Error('no room on the disk')
      kept.add(key)
    }
    await expect(generate({ requests: 400, putFile: breaking })).rejects.toThrow('no room')
    const { client, database } = opened.at(-1)!
    expect(kept.size).toBeGreaterThan(0)
    expect(await clearLeftFiles(client, store)).toBe(true)
    expect([...kept]).toEqual([])
    const putFile = async (key: string) => void kept.add(key)
    await generateDemo({ config: database.config, requests: 400, today, putFile })
    const { size } = kept
    expect(await clearLeftFiles(client, store)).toBe(false)
    expect(kept.size).toBe(size)
  })

  test.each(['2025-01-09', '2026-02-28', '2026-05-04', '2026-08-17', '2027-12-31'])(
    'meets the conditions on %s',
    async (day) => {
      const other = await generate({ requests: 600, today: day })
      for (const [rule, query] of Object.entries(invariants)) {
        const broken = await rowsOf(other, query, query.includes('$1') ? [day] : [])
        expect({ rule, broken }).toEqual({ rule, broken: [] })
      }
    },
  )
})
