import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { accessStates, type Kind, type Login, type Stated } from '../../testing/making/access-states.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asCompany, companiesKnowing, knowsRelease, mayHear, type Viewer } from './policy.ts'
import { audienceOf, knows } from './queries.ts'

/** Who may see what, for every kind, state and person: the conditions, the views and the pure rules must agree. */

const database = await createTestDatabase()
const { db, ...opened } = openDatabase(database.config, { info() {}, warn() {} })
const { all, people } = await accessStates(db)
afterAll(async () => {
  await opened.close()
  await database.drop()
})

const logins: Login[] = ['manager', 'outsider', 'client1', 'client2']
const users = await db.selectFrom('users').selectAll().where('login', 'in', logins).execute()
const persons = new Map(users.map((person) => [person.login, person]))
const personOf = (login: Login) => persons.get(login)!
const of = (kind: Kind) => all.filter((each) => each.kind === kind)
const idsFor = (kind: Kind, login: Login) =>
  of(kind)
    .filter((each) => each.knows.includes(login))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)

/** Finds the rows of each kind that the condition lets through. */
const found: Record<Kind, (login: Login) => Promise<{ id: number }[]>> = {
  request: (login) =>
    db
      .selectFrom('requests as q')
      .select('q.id')
      .where(knows.request(personOf(login)))
      .execute(),
  release: (login) =>
    db
      .selectFrom('releases as r')
      .select('r.id')
      .where(knows.release(personOf(login)))
      .execute(),
  agreement: (login) =>
    db
      .selectFrom('agreements as a')
      .innerJoin('releases as r', 'r.id', 'a.release_id')
      .select('a.id')
      .where(knows.agreement(personOf(login)))
      .execute(),
  publication: (login) =>
    db
      .selectFrom('publications as p')
      .select('p.id')
      .where(knows.publication(personOf(login)))
      .execute(),
  file: (login) =>
    db
      .selectFrom('files')
      .select('id')
      .where(knows.file(personOf(login)))
      .execute(),
  registry_entry: (login) =>
    db
      .selectFrom('registry_entries as e')
      .select('e.id')
      .where(knows.registryEntry(personOf(login)))
      .execute(),
}

const views: Record<Kind, [view: string, key: string]> = {
  request: ['open_requests', 'request_id'],
  release: ['open_releases', 'release_id'],
  agreement: ['open_agreements', 'agreement_id'],
  publication: ['open_publications', 'publication_id'],
  file: ['open_files', 'file_id'],
  registry_entry: ['open_registry_entries', 'entry_id'],
}
const kinds = Object.keys(views) as Kind[]

/** Keeps the things prepared for the kind, without those that other tests of this file create. */
const among = (kind: Kind, ids: number[]) => {
  const known = new Set(of(kind).map(({ id }) => id))
  return [...new Set(ids)].filter((id) => known.has(id)).toSorted((a, b) => a - b)
}

describe.each(kinds)('%s', (kind) => {
  test.each(logins)('%s finds by the condition exactly what they may see', async (login) => {
    expect(
      among(
        kind,
        (await found[kind](login)).map(({ id }) => id),
      ),
    ).toEqual(idsFor(kind, login))
  })

  test.each(['client1', 'client2'] as const)('the view has the same rows for the company of %s', async (login) => {
    const [view, key] = views[kind]
    const { idcomp } = personOf(login)
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(key)} as id from ${sql.table(view)} where idcomp = ${idcomp}`.execute(db)
    // A person's own upload and the right to the registry belong to the person, not to the company.
    const own = kind === 'file' ? of(kind).filter(({ state }) => state === 'own upload') : []
    const expected =
      kind === 'registry_entry' && login === 'client2'
        ? of(kind).filter(({ state }) => state === 'of another company')
        : of(kind).filter((each) => each.knows.includes(login) && !own.includes(each))
    expect(
      among(
        kind,
        rows.map(({ id }) => id),
      ),
    ).toEqual(expected.map(({ id }) => id).toSorted((a, b) => a - b))
  })
})

describe('events and the list of everything', () => {
  const listed = all.filter(({ kind }) => kind !== 'file')
  const audienceOfThing = async ({ kind, id }: Stated) => {
    const { rows } = await sql<{ companies: number[] | null }>`
      select ${audienceOf(kind, sql`${id}::int`)} as companies`.execute(db)
    return rows[0]?.companies ?? null
  }
  const isIt = ({ kind, id }: Stated) => sql<boolean>`entity = ${kind} and entity_id = ${id}`
  test.each(listed)('$kind: $state', async (thing) => {
    const entity = { entity: thing.kind, companies: await audienceOfThing(thing) }
    const isThere = await db.selectFrom('things').select('entity').where(isIt(thing)).executeTakeFirst()
    const reached = isThere ? logins.filter((login) => mayHear(personOf(login), entity)) : []
    expect(reached.toSorted()).toEqual([...thing.knows].toSorted())
  })

  test('events about public things have no audience', async () => {
    expect(audienceOf('calendar', sql`2026`)).toBeNull()
  })

  test.each(logins)('a list of all for %s', async (login) => {
    const rows = await db
      .selectFrom('things as t')
      .select(['t.entity', 't.entity_id'])
      .where(knows.thing(personOf(login)))
      .execute()
    const names = new Set(rows.map(({ entity, entity_id }) => `${entity} ${entity_id}`))
    const expected = listed.filter(({ knows: who }) => who.includes(login))
    expect(listed.filter(({ kind, id }) => names.has(`${kind} ${id}`))).toEqual(expected)
  })
})

describe('a release in memory, its publications and files', () => {
  const shownOrHidden = of('release').filter(({ state }) => state !== 'deleted')
  const factsOf = async (id: number) => ({
    ...(await db.selectFrom('releases').select('is_visible_for_client').where('id', '=', id).executeTakeFirstOrThrow()),
    companies: (await db.selectFrom('release_companies').select('idcomp').where('release_id', '=', id).execute()).map(
      ({ idcomp }) => idcomp,
    ),
  })

  test.each(shownOrHidden)('$state', async ({ id, knows: who }) => {
    const facts = await factsOf(id)
    expect(logins.filter((login) => knowsRelease(personOf(login), facts)).toSorted()).toEqual([...who].toSorted())
    const clients = (['client1', 'client2'] as const).filter((login) => who.includes(login))
    expect(companiesKnowing(facts).toSorted((a, b) => a - b)).toEqual(clients.map((login) => personOf(login).idcomp))
  })

  test('a preview shows a hidden release to its companies only', async () => {
    const eyes: Viewer = asCompany(personOf('manager'), people.company1)
    const stranger: Viewer = asCompany(personOf('manager'), people.company2)
    const hidden = of('release').find(({ state }) => state === 'hidden')!
    const seen = async (viewer: Viewer, id: number) => {
      const row = await db
        .selectFrom('releases as r')
        .select('r.id')
        .where('r.id', '=', id)
        .where(knows.release(viewer))
        .executeTakeFirst()
      return [row !== undefined, knowsRelease(viewer, await factsOf(id))]
    }
    expect(await seen(eyes, hidden.id)).toEqual([true, true])
    expect(await seen(stranger, hidden.id)).toEqual([false, false])
    const asked = of('agreement').find(({ state }) => state === 'of a hidden release, not sent')!
    const rows = await db
      .selectFrom('agreements as a')
      .innerJoin('releases as r', 'r.id', 'a.release_id')
      .select('a.id')
      .where(knows.agreement(eyes))
      .execute()
    expect(rows.map(({ id }) => id)).toContain(asked.id)
  })

  test.each(logins)('%s reads the addresses of staff and of people of the own company', async (login) => {
    const rows = await db
      .selectFrom('users as u')
      .select('idcomp')
      .where(knows.contact(personOf(login)))
      .execute()
    const companies = new Set(rows.map(({ idcomp }) => idcomp))
    const { isRivc, idcomp } = personOf(login)
    expect(companies).toEqual(new Set(isRivc ? [null, people.company1, people.company2] : [null, idcomp]))
  })

  test('an item is visible with its publication, and to the companies it was handed to', async () => {
    const living = of('publication').filter(({ knows: who }) => who.length > 0)
    for (const login of logins) {
      const rows = await db
        .selectFrom('publication_releases as item')
        .select('item.publication_id as id')
        .where(knows.publicationItem(personOf(login)))
        .execute()
      const expected = living.filter(({ knows: who }) => who.includes(login)).map(({ id }) => id)
      const publications = [...new Set(rows.map(({ id }) => id))]
      expect(publications.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
    }
  })

  test.each(logins)('%s sees the published files of their own package', async (login) => {
    const packed = of('file').filter(({ state }) => state.includes('package'))
    const rows = await db
      .selectFrom('publication_files as linked')
      .innerJoin('publication_releases as item', 'item.id', 'linked.publication_release_id')
      .select('linked.file_id as id')
      .where(knows.publicationItem(personOf(login)))
      .where(knows.packageFile(personOf(login)))
      .execute()
    const ids = rows.map(({ id }) => id).filter((id) => packed.some((file) => file.id === id))
    expect(packed.filter(({ id }) => ids.includes(id))).toEqual(packed.filter(({ knows: who }) => who.includes(login)))
    // One of the files is in two releases of the publication; the second of them is for client2 only.
    expect(ids).toHaveLength({ manager: 4, outsider: 4, client1: 2, client2: 3 }[login])
  })

  test('a client without a company sees nothing', async () => {
    const nobody = { ...personOf('client1'), id: 0, idcomp: null }
    const rows = await Promise.all([
      db.selectFrom('requests as q').select('q.id').where(knows.request(nobody)).execute(),
      db.selectFrom('releases as r').select('r.id').where(knows.release(nobody)).execute(),
      db.selectFrom('publications as p').select('p.id').where(knows.publication(nobody)).execute(),
      db.selectFrom('files').select('id').where(knows.file(nobody)).execute(),
    ])
    expect(rows.flat()).toEqual([])
  })
})
