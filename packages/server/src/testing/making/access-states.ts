import type { Db } from '../../platform/call.ts'
import { makeEntryFile } from './make-entry-file.ts'
import { makeFile, makePublication } from './make-publication.ts'
import { makeAgreement, makeEntry, makeModule, makePerson, makePeople, makeRelease, makeRequest } from './make.ts'

/** Things in every state that affects access, with the people who may see each of them. */

export type Login = 'manager' | 'outsider' | 'client1' | 'client2'
export type Kind = 'request' | 'release' | 'agreement' | 'publication' | 'file' | 'registry_entry'

export interface Stated {
  kind: Kind
  state: string
  id: number
  /** Occurs in the thing's name and in no other. */
  word: string
  knows: readonly Login[]
}

const STAFF: readonly Login[] = ['manager', 'outsider']
const NOBODY: readonly Login[] = []
const and = (...clients: Login[]): readonly Login[] => [...STAFF, ...clients]

const DELETED = '2026-03-03T09:00:00.000Z'
const deleted = { deleted_at: DELETED }
const hidden = { is_visible_for_client: false }

/**
 * The manager may use the registry, the outsider may not; client1 belongs to company1, client2 to company2 without
 * access to the registry.
 */
export async function accessStates(db: Db) {
  const people = await makePeople(db)
  await makePerson(db, 'outsider')
  const { company1, company2, manager, client1, client2, module } = people
  // Used only by the other company, because a module that a company once used would count as its own.
  const unused = await makeModule(db, [company2])
  let serial = 0
  const word = () => `слово${String((serial += 1)).padStart(3, '0')}я`
  const all: Stated[] = []
  const add = (kind: Kind, state: string, knows: readonly Login[], id: number, own = word()) =>
    void all.push({ kind, state, knows, id, word: own })

  /** Files in entries by staff: one for the client, one internal, and one that was withdrawn. */
  const addFiles = async (
    about: { agreement_id: number } | { request_id: number },
    state: string,
    knows: readonly Login[],
  ) => {
    const own = knows.length > 0 ? knows : STAFF
    add('file', `of words about ${state}`, own, await makeEntryFile(db, about, manager))
    const internal = await makeEntryFile(db, about, manager, { internal: true })
    add('file', `of internal words about ${state}`, STAFF, internal)
    const withdrawn = await makeEntryFile(db, about, manager, { withdrawn_at: DELETED })
    add('file', `of withdrawn words about ${state}`, STAFF, withdrawn)
  }

  const request = async (state: string, knows: readonly Login[], overrides: object = {}) => {
    const own = word()
    const id = await makeRequest(db, {
      author_id: client1,
      idcomp: company1,
      idmod: module,
      e_title: `Заявка ${own}`,
      ...overrides,
    })
    add('request', state, knows, id, own)
    const file = await makeFile(db, { uploaded_by: manager })
    await db.insertInto('request_files').values({ request_id: id, file_id: file }).execute()
    // Staff keep access to the file of a deleted request.
    add('file', `of a request: ${state}`, knows.length > 0 ? knows : STAFF, file)
    const brought = async (internal: boolean) => {
      const file_id = await makeFile(db, { uploaded_by: null })
      const url = `https://redmine.example.ru/attachments/download/${file_id}/log.txt`
      await db
        .insertInto('imported_files')
        .values({ request_id: id, file_id, url, name: 'log.txt', internal })
        .execute()
      return file_id
    }
    add('file', `brought with a request: ${state}`, knows.length > 0 ? knows : STAFF, await brought(false))
    add('file', `staff's own, brought with a request: ${state}`, STAFF, await brought(true))
    await addFiles({ request_id: id }, `a request: ${state}`, knows)
    const former = await makeEntryFile(db, { request_id: id }, manager, { isFormer: true })
    add('file', `of words to the former company about a request: ${state}`, STAFF, former)
  }
  await request('own, in a module in use', and('client1'))
  await request('in a module not used any more', STAFF, { idmod: unused })
  await request('deleted', NOBODY, deleted)
  await request('of another company', and('client2'), { idcomp: company2, author_id: client2 })

  const release = async (overrides: object, companies: number[], own = word()) => {
    const title = `Релиз ${own}`
    return {
      own,
      id: await makeRelease(db, { author_id: manager, title, ...overrides }, { companies, modules: [module] }),
    }
  }
  const released = async (state: string, knows: readonly Login[], overrides: object, companies: number[]) => {
    const { id, own } = await release(overrides, companies)
    add('release', state, knows, id, own)
  }
  await released('shown, names the company', and('client1'), {}, [company1])
  await released('shown, names both', and('client1', 'client2'), {}, [company1, company2])
  await released('shown, names nobody', STAFF, {}, [])
  await released('hidden', STAFF, hidden, [company1])
  await released('deleted', NOBODY, deleted, [company1])

  const agreement = async (
    state: string,
    knows: readonly Login[],
    {
      of = {},
      companies = [company1],
      ...overrides
    }: { of?: object; companies?: number[] } & Record<string, unknown> = {},
  ) => {
    const { id: release_id, own } = await release(of, companies)
    const row = { author_id: manager, release_id, company_id: company1, releaseDate: '2026-03-20', ...overrides }
    const agreement_id = await makeAgreement(db, row)
    add('agreement', state, knows, agreement_id, own)
    await addFiles({ agreement_id }, `an agreement ${state}`, knows)
  }
  await agreement('of a shown release', and('client1'))
  await agreement('of a release the company left', and('client1'), { companies: [] })
  await agreement('of a hidden release, not sent', STAFF, { of: hidden })
  await agreement('of a hidden release, sent for approval', and('client1'), { of: hidden, by_rivc: true })
  await agreement('of a hidden release, agreed', and('client1'), { of: hidden, by_rivc: true, by_client: true })
  const asked = { of: hidden, heard_at: '2026-03-06T06:00:00.000Z' }
  await agreement('of a hidden release, moved after it was sent', and('client1'), asked)
  const withdrawn = { of: hidden, withdrawn_at: '2026-03-06T06:00:00.000Z' }
  await agreement('of a hidden release, withdrawn', and('client1'), withdrawn)
  await agreement('deleted', NOBODY, deleted)
  await agreement('of a deleted release', NOBODY, { of: deleted })

  const publication = async (
    state: string,
    knows: readonly Login[],
    {
      of = {},
      companies = [company1, company2],
      to = [company1],
      listed = [],
      now = [],
      modules = [module],
      ...overrides
    }: {
      of?: object
      companies?: number[]
      to?: number[]
      listed?: number[]
      now?: number[]
      modules?: number[]
    } & Record<string, unknown> = {},
  ) => {
    const { id: release_id, own } = await release(of, companies)
    const file = await makeFile(db, { uploaded_by: manager })
    const item = { release_id, files: [file], modules, customers: to, notPublishingList: listed }
    const id = await makePublication(db, { author_id: manager, ...overrides }, [item])
    for (const idcomp of now)
      await db.insertInto('not_publishing_list').values({ release_id, idcomp, user_id: manager, at: DELETED }).execute()
    add('publication', state, knows, id, own)
    add('file', `of a publication: ${state}`, knows.length > 0 ? knows : STAFF, file)
  }
  await publication('handed to the company', and('client1'))
  await publication('handed to both', and('client1', 'client2'), { to: [company1, company2] })
  await publication('of a module not used any more', and('client1'), { modules: [unused] })
  await publication('of a release the company left since', and('client1'), { companies: [] })
  await publication('of a release that was hidden since', STAFF, { of: hidden })
  await publication('of a deleted release', STAFF, { of: deleted })
  await publication('the company was on the list', STAFF, { listed: [company1] })
  await publication('the company is on the list', STAFF, { now: [company1] })
  await publication('deleted', NOBODY, deleted)
  const ofBoth = await release({}, [company1, company2])
  const [own1, own2, forBoth] = [await makeFile(db), await makeFile(db), await makeFile(db)]
  const packages = { [company1]: [own1, forBoth], [company2]: [own2, forBoth] }
  const handed = { release_id: ofBoth.id, files: [own1, own2, forBoth], customers: [company1, company2], packages }
  // In another release of the publication, the same file is only for the second company.
  const { id: release_id } = await release({}, [company1, company2])
  const again = { release_id, files: [forBoth], customers: [company1, company2], packages: { [company2]: [forBoth] } }
  const packed = await makePublication(db, { author_id: manager }, [handed, again])
  add('publication', 'with a package for each', and('client1', 'client2'), packed, ofBoth.own)
  // When a publication is taken back, its page remains, but its files do not.
  const { id: wrong, own: wrongWord } = await release({}, [company1])
  const wrongFile = await makeFile(db, { uploaded_by: manager })
  const takenBack = await makePublication(db, { author_id: manager, withdrawn_at: DELETED, withdrawn_by: manager }, [
    { release_id: wrong, files: [wrongFile], customers: [company1] },
  ])
  add('publication', 'taken back', and('client1'), takenBack, wrongWord)
  add('file', 'of a publication that was taken back', STAFF, wrongFile)
  add('file', 'of the own package', and('client1'), own1)
  add('file', 'of the package of another company', and('client2'), own2)
  add('file', 'of both packages', and('client1', 'client2'), forBoth)

  add('file', 'of nothing', STAFF, await makeFile(db, { uploaded_by: manager }))
  add('file', 'own upload', and('client1'), await makeFile(db, { uploaded_by: client1 }))
  const ownIn = async (overrides: object) => {
    const file_id = await makeFile(db, { uploaded_by: client1 })
    const request_id = await makeRequest(db, { author_id: client1, idcomp: company1, idmod: module, ...overrides })
    await db.insertInto('request_files').values({ request_id, file_id }).execute()
    return file_id
  }
  add('file', 'uploaded to the own company', and('client1'), await ownIn({}))
  add('file', 'uploaded to a company the person has left', and('client2'), await ownIn({ idcomp: company2 }))
  add('file', 'deleted', NOBODY, await makeFile(db, { uploaded_by: client1, ...deleted }))

  const entry = async (state: string, knows: readonly Login[], overrides: object = {}) => {
    const own = word()
    const row = { author_id: manager, idcomp: company1, title: `Запись ${own}`, ...overrides }
    add('registry_entry', state, knows, await makeEntry(db, row), own)
  }
  await entry('own', ['manager', 'client1'])
  await entry('of another company', ['manager'], { idcomp: company2 })
  await entry('deleted', NOBODY, deleted)

  return { people, all }
}
