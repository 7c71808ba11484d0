import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import {
  decodeName,
  files,
  finding,
  letters as contract,
  publications,
  receipts,
  versions,
  waiting,
} from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { verifyChain } from '../../testing/verify-chain.ts'
import { makeCompany, makePerson, makeRelease } from '../../testing/making/make.ts'
import { noticesOf } from '../../testing/notices.ts'
import { draftOf, fileOf, get, idOf, lettersAbout, newRelease, publishWorld } from '../../testing/publishing.ts'

/** Publications can be withdrawn. */

const world = publishWorld()
const REASON = 'В сборку попал не тот модуль'
const withdraw = (id: number, api = world.manager) =>
  api(publications.withdraw, { params: { id }, body: { reason: REASON } })

/** A publication of one file for client1's company. */
async function published() {
  const release = await newRelease(world)
  const file = await fileOf(world)
  const id = await idOf(world, await draftOf(world, {}, { release, files: [file] }))
  return { id, release, file }
}

test('the page stays and shows it; only staff can still download its files', async () => {
  const { id, file } = await published()
  expect((await get(world.manager, id)).body).toMatchObject({ withdrawn: null, abilities: { withdraw: true } })
  expect((await world.client1(files.getFile, { params: { id: file } })).status).toBe(200)
  expect((await withdraw(id)).status).toBe(200)
  const seen = (await get(world.client1, id)).body
  expect(seen.withdrawn).toMatchObject({ reason: REASON, by: { id: world.people.manager } })
  expect(seen.list[0]!.files.map((one) => one.id)).toEqual([file])
  for (const endpoint of [files.getFile, files.linkFile]) {
    const refused = await world.client1(endpoint, { params: { id: file } })
    expect([refused.status, refused.refusal?.message]).toEqual([404, expect.stringContaining('Файл отозван')])
  }
  expect((await world.client2(files.getFile, { params: { id: file } })).refusal?.message).not.toContain('отозван')
  expect((await world.manager(files.getFile, { params: { id: file } })).status).toBe(200)
  const listed = (await world.client1(publications.listPublications, { query: {} })).body.data
  expect(listed.find((row) => row.id === id)?.is_withdrawn).toBe(true)
  const { groups } = (await world.client1(finding.search, { query: { search: String(id) } })).body
  const found = groups.flatMap((group) => group.found).filter((one) => one.kind === 'publication' && one.id === id)
  expect(found).toMatchObject([{ state: 'Отозвана' }])
})

test('a download that is under way stops, for clients only', async () => {
  const { id, file } = await published()
  const { store } = world.product.deps
  const taking = async (api: Api) => {
    async function* slowly() {
      yield Buffer.from('соде')
      await withdraw(id)
      await pause(1100)
      yield Buffer.from('ржимое')
    }
    vi.spyOn(store, 'get').mockImplementationOnce(() => Readable.from(slowly(), { objectMode: false }))
    return api(files.getFile, { params: { id: file } }).then(
      ({ raw }) => raw.toString(),
      () => 'cut off',
    )
  }
  expect(await taking(world.client1)).toBe('cut off')
  const { body } = await world.manager(publications.getDownloads, { params: { id } })
  expect(body.downloads).toMatchObject([{ user: { id: world.people.client1 }, isWhole: false }])
  expect(await taking(world.manager)).toBe('содержимое')
})

test('everybody who got a letter is notified of the reason, behind the bell too, and nobody is waited for', async () => {
  const { id, release } = await published()
  const waits = async () => {
    const { data } = (await world.client1(waiting.list, { query: { per_page: 500 } })).body
    return data.some((matter) => matter.kind === 'fetch' && matter.release_id === release)
  }
  expect(await waits()).toBe(true)
  await withdraw(id)
  expect(await waits()).toBe(false)
  const letters = await lettersAbout(world, id, 'publication.withdrawn')
  expect(letters.map(({ target }) => target)).toEqual(['admin@example.ru', 'client1@example.ru'])
  for (const letter of letters) expect(letter.text).toContain(REASON)
  const bell = await world.product.deps.db
    .selectFrom('notices')
    .select('text')
    .where('user_id', '=', world.people.client1)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(bell?.text).toContain('Публикация отозвана')
})

test('whoever may have the files is told, though the release was hidden or the company listed since', async () => {
  const { db } = world.product.deps
  const { company1: idcomp } = world.people
  const unseen = { is_visible_for_client: false, title: 'Новое имя, которого никто не видел' }
  const hide = (id: number) => db.updateTable('releases').set(unseen).where('id', '=', id)
  const hidden = await published()
  await hide(hidden.release).execute()
  const listed = await published()
  const put = { user_id: world.people.manager, at: '2026-02-03T09:00:00Z' }
  await db
    .insertInto('not_publishing_list')
    .values({ ...put, idcomp, release_id: listed.release })
    .execute()
  for (const { id, release } of [hidden, listed]) {
    await withdraw(id)
    const letters = await lettersAbout(world, id, 'publication.withdrawn')
    expect(letters.map(({ target }) => target)).toContain('client1@example.ru')
    for (const { text } of letters) expect(text).not.toContain(unseen.title)
    const records = await db
      .selectFrom('history')
      .select('after')
      .where('chain', '=', `${release}/${idcomp}`)
      .where('field', '=', 'withdrawn_from')
      .execute()
    expect(records).toHaveLength(1)
    expect(JSON.stringify(records)).not.toContain(unseen.title)
  }
})

test('nobody outside is told of a release that was always hidden', async () => {
  const release = await newRelease(world, { is_visible_for_client: false })
  const id = await idOf(world, await draftOf(world, {}, { release, files: [await fileOf(world)] }))
  await withdraw(id)
  const letters = await lettersAbout(world, id, 'publication.withdrawn')
  expect(letters.map(({ target }) => target)).not.toContain('client1@example.ru')
})

test('a company is told of what it downloaded while that was shown, and of no other hidden release with the same file', async () => {
  const { db } = world.product.deps
  const show = (id: number, is_visible_for_client: boolean) =>
    db.updateTable('releases').set({ is_visible_for_client }).where('id', '=', id).execute()
  const hidden = (title: string) => newRelease(world, { title, is_visible_for_client: false })
  const [always, between, never] = [
    await newRelease(world, { title: 'Видимый всегда' }),
    await hidden('Видимый недолго'),
    await hidden('Невидимый'),
  ]
  const [common, own] = [await fileOf(world), await fileOf(world)]
  const { list } = await draftOf(world, {}, { release: always, files: [common] })
  const items = [
    { ...list[0]!, release: between, files: [own] },
    { ...list[0]!, release: never, files: [common] },
  ]
  const id = await idOf(world, await draftOf(world, { list: [...list, ...items] }))
  await show(between, true)
  for (const file of [common, own]) await world.client1(files.getFile, { params: { id: file } })
  await show(between, false)
  await withdraw(id)
  const letters = await lettersAbout(world, id, 'publication.withdrawn')
  const text = letters.find(({ target }) => target === 'client1@example.ru')?.text
  expect(text).toContain('Видимый всегда')
  expect(text).toContain('Видимый недолго')
  expect(text).not.toContain('Невидимый')
  const records = await db.selectFrom('history').select('chain').where('field', '=', 'withdrawn_from').execute()
  const chains = records.map(({ chain }) => chain)
  expect(chains).toContain(`${between}/${world.people.company1}`)
  expect(chains).not.toContain(`${never}/${world.people.company1}`)
})

test('is recorded once in the history and in the chain of each company', async () => {
  const { id, release } = await published()
  const { company1 } = world.people
  const { db } = world.product.deps
  const [one, other] = await Promise.all([withdraw(id), withdraw(id)])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 422])
  const { history, abilities } = (await get(world.manager, id)).body
  expect(history[0]).toMatchObject({ field: 'withdrawn', after: REASON })
  expect(abilities.withdraw).toBe('Публикация уже отозвана')
  expect((await verifyChain(db, release, company1)).fault).toBeNull()
  const records = await db
    .selectFrom('history')
    .select('after')
    .where('chain', '=', `${release}/${company1}`)
    .where('field', '=', 'withdrawn_from')
    .execute()
  expect(records).toEqual([{ after: [expect.any(String), expect.any(String), REASON] }])
  expect((await withdraw(id, world.client1)).status).toBe(403)
  expect((await withdraw(999_999)).status).toBe(404)
})

test('the map of versions shows it only where it was fetched', async () => {
  const { id, release } = await published()
  const own = async () => {
    const query = { client_ids: String(world.people.company1) }
    return (await world.manager(versions.list, { query })).body.versions.find((one) => one.publication_id === id)
  }
  await withdraw(id)
  expect(await own()).toBeUndefined()
  const kept = await published()
  await world.client1(receipts.confirm, {
    params: { id: kept.id },
    body: { release_id: kept.release, kind: 'installed' },
  })
  await withdraw(kept.id)
  const { versions: all } = (await world.manager(versions.list, { query: {} })).body
  expect(all.find((one) => one.publication_id === kept.id)).toMatchObject({ withdrawn: true, known: 'installed' })
  expect(release).not.toBe(kept.release)
})

const emailOf = (id: number) => `gone${id}@example.ru`

/** A company with a recipient who is blocked after publishing. @param people who else there is */
async function withoutRecipient(people: string[] = []) {
  const { db } = world.product.deps
  const idcomp = await makeCompany(db)
  const recipient = await makePerson(db, `former-${idcomp}`, { idcomp, email: emailOf(idcomp) })
  const others = await Promise.all(people.map((name) => makePerson(db, `${name}-${idcomp}`, { idcomp })))
  const release = await makeRelease(
    db,
    { author_id: world.people.manager },
    { companies: [idcomp], modules: [world.people.module] },
  )
  const file = await fileOf(world)
  const recipients = { rivc: [world.people.admin], clients: [recipient] }
  const id = await idOf(world, await draftOf(world, { recipients }, { release, files: [file], customers: [idcomp] }))
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', recipient).execute()
  return { id, idcomp, release, file, others }
}
const foreseen = async (id: number) => (await world.manager(contract.ofWithdrawal, { params: { id } })).body
const toldOf = async (id: number) => {
  await withdraw(id)
  return (await lettersAbout(world, id, 'publication.withdrawn')).map(({ target }) => target)
}

const bellOf = async (api: Api) => (await noticesOf(api)).map(({ text }) => text)

test.each(['downloaded', 'confirmed', 'opened', 'verified'])(
  'a person of the company who has %s it is told, though the recipients have left',
  async (way) => {
    const { id, idcomp, release, file } = await withoutRecipient(['user', 'bystander'])
    const api = await world.product.as(`user-${idcomp}`)
    const params = { id }
    if (way === 'downloaded') await api(files.getFile, { params: { id: file } })
    if (way === 'confirmed') await api(receipts.confirm, { params, body: { release_id: release, kind: 'installed' } })
    if (way === 'opened') await get(api, id)
    const { sha256 } = (await get(world.manager, id)).body.list[0]!.files[0]!
    if (way === 'verified') await api(receipts.check, { params, body: { file_id: file, sha256 } })
    expect(await foreseen(id)).toEqual({ letters: 2, silent: [] })
    expect(await toldOf(id)).toEqual(['admin@example.ru', `user-${idcomp}@example.ru`])
    expect(await bellOf(api)).toEqual([expect.stringContaining('Публикация отозвана: ')])
    expect(await bellOf(await world.product.as(`bystander-${idcomp}`))).toEqual([])
  },
)

test('if nobody who had it is left, the deputy and head are told; whoever has moved is not', async () => {
  const { db } = world.product.deps
  const { id, idcomp, file, others } = await withoutRecipient(['deputy', 'head', 'moved'])
  const [deputy_id, head_id, moved] = others
  await (
    await world.product.as(`moved-${idcomp}`)
  )(files.getFile, { params: { id: file } })
  await db.updateTable('users').set({ idcomp: world.people.company2 }).where('id', '=', moved!).execute()
  await db.insertInto('company_escalations').values({ company_id: idcomp, deputy_id, head_id }).execute()
  expect(await foreseen(id)).toEqual({ letters: 3, silent: [] })
  expect(await toldOf(id)).toEqual(['admin@example.ru', `deputy-${idcomp}@example.ru`, `head-${idcomp}@example.ru`])
  expect(await bellOf(await world.product.as(`deputy-${idcomp}`))).toHaveLength(1)
})

test('staff read of which companies nobody can be told', async () => {
  const { id, idcomp } = await withoutRecipient(['bystander'])
  const { namecomp } = await world.product.deps.db
    .selectFrom('companies')
    .select('namecomp')
    .where('idcomp', '=', idcomp)
    .executeTakeFirstOrThrow()
  expect(await foreseen(id)).toEqual({ letters: 1, silent: [{ idcomp, namecomp }] })
  // Hidden since, and another one has its name: the letter says which of the two is meant.
  const at = world.product.clock.now().toISOString()
  await world.product.deps.db.updateTable('companies').set({ deleted_at: at }).where('idcomp', '=', idcomp).execute()
  await makeCompany(world.product.deps.db, { namecomp })
  await withdraw(id)
  const [letter, ...others] = await lettersAbout(world, id, 'publication.withdrawn')
  expect(others).toEqual([])
  expect(letter).toMatchObject({ target: 'admin@example.ru', text: expect.stringContaining('Сообщить некому:') })
  expect(letter?.text).toContain(`Сообщить некому: ${decodeName(namecomp)} (№ ${idcomp})`)
  expect((await world.client1(contract.ofWithdrawal, { params: { id } })).status).toBe(403)
  expect((await world.manager(contract.ofWithdrawal, { params: { id: 999_999 } })).status).toBe(404)
})
