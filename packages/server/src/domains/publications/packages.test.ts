import { beforeAll, expect, test } from 'vitest'
import { drafts, files, publications, releases } from '@vypusk/contract'
import { makeModule, makeRelease } from '../../testing/making/make.ts'
import { wordOf } from '../../testing/word.ts'
import { draftOf, fileOf, get, idOf, publish, publishWorld } from '../../testing/publishing.ts'

/** What each company is handed of a release that it shares with others (beyond.md, section 8). */

const world = publishWorld()
let { people, manager, client1, client2 } = world
let [cars, ships] = [0, 0]
beforeAll(async () => {
  ;({ people, manager, client1, client2 } = world)
  const { db } = world.product.deps
  cars = await makeModule(db, [people.company1])
  ships = await makeModule(db, [people.company2])
})

/** A release of both modules with a file for each, and one for all. */
async function packed() {
  const { company1, company2, manager: author_id } = people
  const { db } = world.product.deps
  const release = await makeRelease(db, { author_id }, { companies: [company1, company2], modules: [cars, ships] })
  const [ofCars, ofShips, forAll] = [
    await fileOf(world, { name: 'avtopark.zip', bytes: 'автопарк' }),
    await fileOf(world, { name: 'prichaly.zip', bytes: 'причалы' }),
    await fileOf(world, { name: 'инструкция.txt' }),
  ]
  const item = {
    release,
    files: [ofCars, ofShips, forAll],
    packages: [
      { file_id: ofCars, modules: [cars] },
      { file_id: ofShips, modules: [ships] },
    ],
    modules: [cars, ships],
    customers: [company1, company2],
  }
  const draft = await draftOf(world, { recipients: { rivc: [people.admin], clients: [people.client1] } }, item)
  return { release, ofCars, ofShips, forAll, draft }
}

test('a company gets the files of its modules, in every place', async () => {
  const { release, ofCars, ofShips, forAll, draft } = await packed()
  const id = await idOf(world, draft)
  const own = [
    [client1, [ofCars, forAll]],
    [client2, [ofShips, forAll]],
  ] as const
  for (const [client, ids] of own) {
    const { body } = await get(client, id)
    expect(body.list[0]).toMatchObject({ files: ids.map((file) => ({ id: file })), packages: null })
    const { body: page } = await client(publications.listPublications, { query: { search_string: String(id) } })
    expect(page.data.find((row) => row.id === id)).toMatchObject({ files_count: 2 })
    const { body: shown } = await client(releases.get, { params: { id: release } })
    expect(shown.files.map((file) => file.id)).toEqual(ids)
    const reads = [ofCars, ofShips, forAll].map(
      async (file) => (await client(files.getFile, { params: { id: file } })).status === 200,
    )
    expect(await Promise.all(reads)).toEqual([ofCars, ofShips, forAll].map((file) => ids.includes(file)))
    const document = await wordOf(await client(publications.getPublicationDoc, { params: { id } }))
    expect(document.includes('prichaly.zip')).toBe(ids.includes(ofShips))
  }
  const { body: whole } = await get(manager, id)
  const { company1, company2 } = people
  expect(whole.list[0]?.packages).toEqual([
    { file_id: ofCars, modules: [cars], companies: [company1] },
    { file_id: ofShips, modules: [ships], companies: [company2] },
    { file_id: forAll, modules: [], companies: [company1, company2] },
  ])
  expect(whole.history.find(({ field }) => field === 'packages')?.after).toEqual([
    'avtopark.zip: компаний 1',
    'prichaly.zip: компаний 1',
    'инструкция.txt: компаний 2',
  ])
})

test('a file’s name is found only by those it was handed to', async () => {
  const { draft } = await packed()
  const id = await idOf(world, draft)
  const find = async (client: typeof client1) => {
    const { body } = await client(publications.listPublications, { query: { search_string: 'prichaly' } })
    return body.data.some((row) => row.id === id)
  }
  expect([await find(manager), await find(client1), await find(client2)]).toEqual([true, false, true])
})

test('a module that a company loses or gets later changes nothing of what was handed over', async () => {
  const { ofCars, ofShips, draft } = await packed()
  await idOf(world, draft)
  const { db } = world.product.deps
  await db.deleteFrom('company_modules').where('idmod', '=', cars).execute()
  await db.insertInto('company_modules').values({ idcomp: people.company1, idmod: ships }).execute()
  expect((await client1(files.getFile, { params: { id: ofCars } })).status).toBe(200)
  expect((await client1(files.getFile, { params: { id: ofShips } })).status).toBe(404)
  await db.deleteFrom('company_modules').where('idcomp', '=', people.company1).where('idmod', '=', ships).execute()
  await db.insertInto('company_modules').values({ idcomp: people.company1, idmod: cars }).execute()
})

test('the preview shows each set with its companies, and letters name no file of others', async () => {
  const { draft } = await packed()
  const { body } = await manager(drafts.preview, { body: draft })
  const sets = body.sets.map((set) => [set.files.map((file) => file.file_name), set.companies.map((one) => one.idcomp)])
  expect(sets).toEqual([
    [['avtopark.zip', 'инструкция.txt'], [people.company1]],
    [['prichaly.zip', 'инструкция.txt'], [people.company2]],
  ])
  const own = body.letters.find(({ company }) => company?.idcomp === people.company1)
  expect(own?.files.map((file) => file.file_name)).toEqual(['avtopark.zip', 'инструкция.txt'])
  const named = await manager(drafts.preview, { body: { ...draft, text: 'Ставьте prichaly.zip последним' } })
  expect(named.body.letters.find(({ company }) => company?.idcomp === people.company1)?.foreign).toEqual([
    'prichaly.zip',
  ])
})

test('the preview shows how a set differs from the last one a company was handed', async () => {
  const { draft } = await packed()
  const changesOf = async (body: typeof draft) => {
    const { changes } = (await manager(drafts.preview, { body })).body
    return changes.map(({ release: _, companies, last, ...change }) => ({
      ...change,
      companies: companies.map(({ idcomp }) => idcomp),
      last: last?.publication_id ?? null,
    }))
  }
  const published = await idOf(world, draft)
  const next = await packed()
  const newer = await fileOf(world, { name: 'avtopark-2.0.zip', bytes: 'новый' })
  const rights = await fileOf(world, { name: 'права.zip', bytes: 'права' })
  const [item] = next.draft.list
  const packages = [newer, rights].map((file_id) => ({ file_id, modules: [cars], companies: [] }))
  const list = [{ ...item!, files: [newer, rights, next.forAll], packages }]
  const again = await changesOf({ ...next.draft, list })
  expect(again).toEqual([
    {
      companies: [people.company1],
      last: published,
      added: ['права.zip'],
      removed: [],
      same: ['инструкция.txt'],
      renewed: 1,
    },
    {
      companies: [people.company2],
      last: published,
      added: [],
      removed: ['prichaly.zip'],
      same: ['инструкция.txt'],
      renewed: 0,
    },
  ])
  // A withdrawn set is nobody's last one, but the publication that corrects it is compared with it.
  await manager(publications.withdraw, { params: { id: published }, body: { reason: 'Не те файлы' } })
  const lasts = async (body: typeof draft) => (await changesOf(body)).map(({ last }) => last)
  expect(await lasts({ ...next.draft, list })).not.toContain(published)
  expect(await lasts({ ...draft, corrects: published })).toEqual([published, published])
})

test('mistakes are refused at their field, and nothing is published', async () => {
  const { draft, ofCars } = await packed()
  const [item] = draft.list
  const wrong = {
    ...draft,
    list: [{ ...item!, packages: [{ file_id: ofCars, companies: [people.company2], modules: [cars] }] }],
  }
  const { status, refusal } = await publish(world, wrong)
  expect(status).toBe(422)
  expect(refusal.errors?.['list.0.packages']).toEqual(['Файл не достаётся никому: avtopark.zip'])
})

test('without packages every file goes to all, as existing programs expect', async () => {
  const { ofCars, ofShips, draft } = await packed()
  const list = draft.list.map(({ release, files: all, modules, customers }) => ({
    release,
    files: all,
    modules,
    customers,
  }))
  const id = await idOf(world, { ...draft, list })
  expect((await get(manager, id)).body.list[0]?.packages).toBeNull()
  for (const client of [client1, client2])
    for (const file of [ofCars, ofShips])
      expect((await client(files.getFile, { params: { id: file } })).status).toBe(200)
})
