import { drafts, files, lookups, publications, refusals } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

/** Opening the form for a release while another publication is unfinished. */

const [OTHER, NAMED] = [3, 5]
const file = { id: 7, file_name: 'a.zip', version: '1.0', size: 1, sha256: '', uploaded: '2026-03-01T00:00:00.000Z' }
const unfinished = {
  step: 0,
  list: [{ release: OTHER, title: 'Релиз 3', modules: [], customers: [1], files: [file], packages: [] }],
  rivc: [],
  clients: [],
  proposed: { companies: [], staff: [] },
  text: 'Недописано',
  corrects: null,
  reason: '',
  changed: '2026-03-02T09:00:00.000Z',
}
const releaseToPublish = (id: number): publications.ReleaseToPublish => ({
  id,
  title: `Релиз ${id}`,
  step: { id: 3, name_step: 'Согласование', order: 3 },
  modules: [],
  companies: [{ idcomp: 1, namecomp: 'Порт' }],
  notPublishingList: [],
  users: [],
  is_visible_for_client: true,
  readiness: { ready: true, called_off: false, agreed: 1, expected: 1, waiting: [], warned: [], unnamed: [] },
  published: 0,
})
const KEY = `vypusk.draft.publication.0.${manager.id}`

beforeEach(() => {
  localStorage.setItem(KEY, JSON.stringify(unfinished))
  server.keepSilentOtherwise()
  server.answer(drafts.getDraft, () => ({ draft: unfinished, updated_at: unfinished.changed }))
  server.answer(drafts.saveDraft, () => ({ message: 'Success', updated_at: null }))
  server.answer(publications.getReleasesToPublish, ({ query }) => ({
    releases: query.release_ids.map(releaseToPublish),
    upload_limit: 100,
  }))
})

it('keeps the unfinished publication of another release out of the form, and as it was', async () => {
  const user = await open(`/publication/0?release_ids=${NAMED}`, manager)
  expect(await screen.findByRole('region', { name: 'Релиз 5' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Релиз 3' })).toBeNull()
  expect(screen.queryByText(/Продолжаем незаконченную публикацию/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Далее' }))
  const own = `vypusk.draft.publication.0.${NAMED}..${manager.id}`
  await waitFor(() => expect(localStorage.getItem(own)).toContain('Релиз 5'))
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual(unfinished)
  expect([...server.callsOf(drafts.saveDraft), ...server.callsOf(files.deleteFiles)]).toEqual([])
})

it('decides by the copy of this browser when the server keeps none', async () => {
  server.answer(drafts.getDraft, () => ({ draft: null, updated_at: null }))
  await open(`/publication/0?release_ids=${NAMED}`, manager)
  expect(await screen.findByRole('region', { name: 'Релиз 5' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Релиз 3' })).toBeNull()
})

it('continues the unfinished publication that has the release', async () => {
  await open(`/publication/0?release_ids=${OTHER},${NAMED}`, manager)
  expect(await screen.findByText(/Продолжаем незаконченную публикацию/)).toBeDefined()
  expect(await screen.findByRole('region', { name: 'Релиз 5' })).toBeDefined()
  expect(screen.getByRole('region', { name: 'Релиз 3' })).toBeDefined()
})

it('continues what this browser keeps of the release although another one was begun elsewhere later', async () => {
  const begun = { ...unfinished.list[0], release: NAMED, title: 'Релиз 5' }
  localStorage.setItem(KEY, JSON.stringify({ ...unfinished, list: [begun], changed: '2026-03-01T09:00:00.000Z' }))
  await open(`/publication/0?release_ids=${NAMED}`, manager)
  expect(await screen.findByText(/Продолжаем незаконченную публикацию/)).toBeDefined()
  expect(await screen.findByRole('region', { name: 'Релиз 5' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Релиз 3' })).toBeNull()
  expect(server.callsOf(drafts.saveDraft)).toEqual([])
})

it('says that a release of the draft has been deleted, and lets it be taken out', async () => {
  server.answer(publications.getReleasesToPublish, { releases: [], upload_limit: 100 })
  const user = await open('/publication/0', manager)
  await screen.findByText(/Этого релиза больше нет/)
  await user.click(screen.getByRole('button', { name: 'Убрать релиз Релиз 3' }))
  await waitFor(() => expect(screen.queryByText(/Этого релиза больше нет/)).toBeNull())
})

it.each([
  ['releases', 0, publications.getReleasesToPublish, 'Релизы не загрузились'],
  ['people', 2, lookups.contactsOfCompanies, 'Люди компаний не загрузились'],
] as const)('offers to try again when the %s have failed to load', async (_, step, endpoint, title) => {
  localStorage.removeItem(KEY)
  server.answer(drafts.getDraft, () => ({ draft: { ...unfinished, step }, updated_at: unfinished.changed }))
  server.refuse(endpoint, 500, refusals.own_fault[1])
  await open('/publication/0', manager)
  await screen.findByText(title)
  expect(screen.queryByText('В компании никого нет')).toBeNull()
})

it('publishes only what the preview has shown', async () => {
  server.answer(drafts.getDraft, () => ({ draft: { ...unfinished, step: 3 }, updated_at: unfinished.changed }))
  localStorage.removeItem(KEY)
  const nothing = { letters: [], sets: [], changes: [], silent: [], without: [], errors: {} }
  server.answer(drafts.preview, { ...nothing, digest: 'shown' })
  server.refuse(publications.publish, 409, 'Изменилось, кто что получит')
  const user = await open('/publication/0', manager)
  await screen.findByText('Писем не будет.')
  await user.click(screen.getByRole('button', { name: 'Опубликовать' }))
  await screen.findByText(/Изменилось, кто что получит/)
  expect(server.callsOf(publications.publish).map(({ body }) => body.digest)).toEqual(['shown'])
  await waitFor(() => expect(server.callsOf(drafts.preview).length).toBeGreaterThan(1))
})

it('offers to try again, and does not publish, when the letters could not be shown', async () => {
  localStorage.setItem(KEY, JSON.stringify({ ...unfinished, step: 3 }))
  server.answer(drafts.getDraft, () => ({ draft: null, updated_at: null }))
  server.refuse(drafts.preview, 403, refusals.own_fault[1])
  const user = await open('/publication/0', manager)
  await screen.findByText('Письма не показаны')
  const publish = screen.getByRole('button', { name: 'Опубликовать' })
  expect(publish.getAttribute('aria-disabled')).toBe('true')
  await user.click(publish)
  expect(server.callsOf(publications.publish)).toEqual([])
  const nothing = { letters: [], sets: [], changes: [], silent: [], without: [], errors: {}, digest: 'shown' }
  server.answer(drafts.preview, nothing)
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByText('Писем не будет.')
})

it('publishes what could not be shown only when somebody has agreed to that', async () => {
  localStorage.setItem(KEY, JSON.stringify({ ...unfinished, step: 3 }))
  server.answer(drafts.getDraft, () => ({ draft: null, updated_at: null }))
  server.refuse(drafts.preview, 403, refusals.own_fault[1])
  server.refuse(publications.publish, 409, 'Изменилось, кто что получит')
  const user = await open('/publication/0', manager)
  await user.click(await screen.findByRole('checkbox', { name: 'Опубликовать, не посмотрев, кто что получит' }))
  await user.click(screen.getByRole('button', { name: 'Опубликовать' }))
  await waitFor(() => expect(server.callsOf(publications.publish)).toHaveLength(1))
})

/** The last step of the unfinished publication, whose preview has been read. */
async function lastStep() {
  const nothing = { letters: [], sets: [], changes: [], silent: [], without: [], errors: {} }
  server.answer(drafts.preview, { ...nothing, digest: 'shown' })
  const user = await open('/publication/0', manager)
  await screen.findByText('Писем не будет.')
  return { press: () => user.click(screen.getByRole('button', { name: 'Опубликовать' })) }
}

it('publishes what was sent before a reload, whose answer was lost, only once', async () => {
  localStorage.setItem(KEY, JSON.stringify({ ...unfinished, step: 3, intent: 'sent-before' }))
  server.answer(drafts.getDraft, () => ({ draft: null, updated_at: null }))
  server.cut(publications.publish)
  const { press } = await lastStep()
  await press()
  await screen.findByText(/Нет связи с сервером/)
  expect(server.callsOf(publications.publish).map(({ key }) => key)).toEqual(['sent-before'])
})

it('says that the lost attempt has probably published when the draft was changed since, and publishes that only on request', async () => {
  localStorage.setItem(KEY, JSON.stringify({ ...unfinished, step: 3 }))
  server.answer(drafts.getDraft, () => ({ draft: null, updated_at: null }))
  server.refuse(publications.publish, ...refusals.key_reused)
  const { press } = await lastStep()
  await press()
  await screen.findByText(/прошлая попытка удалась, хотя ответ не дошёл/)
  await press()
  await waitFor(() => expect(server.callsOf(publications.publish)).toHaveLength(2))
  expect(new Set(server.callsOf(publications.publish).map(({ key }) => key)).size).toBe(2)
})

it('does not publish by a double click that leads to the last step, nor before the preview is shown', async () => {
  localStorage.setItem(KEY, JSON.stringify({ ...unfinished, step: 2, clients: [101] }))
  server.answer(drafts.getDraft, () => ({ draft: null, updated_at: null }))
  server.answer(lookups.contactsOfCompanies, { contacts: [] })
  const preview = Promise.withResolvers<void>()
  const nothing = { letters: [], sets: [], changes: [], silent: [], without: [], errors: {}, digest: 'shown' }
  server.answer(drafts.preview, () => preview.promise.then(() => nothing))
  server.refuse(publications.publish, 409, 'Изменилось, кто что получит')
  const user = await open('/publication/0', manager)
  await user.dblClick(await screen.findByRole('button', { name: 'Далее' }))
  await user.click(await screen.findByRole('button', { name: 'Опубликовать' }))
  preview.resolve()
  await screen.findByText('Писем не будет.')
  await user.click(screen.getByRole('button', { name: 'Назад' }))
  await user.dblClick(screen.getByRole('button', { name: 'Далее' }))
  await screen.findByText('Писем не будет.')
  expect(server.callsOf(publications.publish)).toEqual([])
  await user.pointer({ target: document.body })
  await user.click(screen.getByRole('button', { name: 'Опубликовать' }))
  await waitFor(() => expect(server.callsOf(publications.publish)).toHaveLength(1))
})

it('asks once for the people of many companies, and shows them company by company on request', async () => {
  const customers = Array.from({ length: 41 }, (_, n) => n + 1)
  const draft = {
    ...unfinished,
    step: 2,
    list: unfinished.list.map((item) => ({ ...item, customers })),
    clients: [101, 102],
  }
  localStorage.setItem(KEY, JSON.stringify(draft))
  server.answer(drafts.getDraft, () => ({ draft, updated_at: draft.changed }))
  server.answer(publications.getReleasesToPublish, ({ query }) => ({
    releases: query.release_ids.map((id) => ({
      ...releaseToPublish(id),
      companies: customers.map((idcomp) => ({ idcomp, namecomp: `Компания ${idcomp}` })),
    })),
    upload_limit: 100,
  }))
  const contacts = customers.flatMap((idcomp) => [
    { id: 100 + idcomp, name: `Анна ${idcomp}`, mailuser: `a${idcomp}@example.ru`, idcomp },
    { id: 200 + idcomp, name: `Олег ${idcomp}`, mailuser: null, idcomp },
  ])
  server.answer(lookups.contactsOfCompanies, { contacts })
  server.answer(lookups.getContacts, { rivc: [], clients: contacts.filter(({ mailuser }) => mailuser !== null) })
  const user = await open('/publication/0', manager)
  const second = await screen.findByRole('button', { name: 'Компания 2 выбрано 1 из 2' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(second)
  expect(screen.getAllByRole('checkbox').map((box) => box.hasAttribute('disabled'))).toEqual([false, true])
  await user.click(screen.getByRole('checkbox', { name: /Анна 2/ }))
  expect(screen.getByRole('button', { name: 'Компания 2 выбрано 0 из 2' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Компания 1 выбрано 1 из 2' })).toBeDefined()
  expect(server.callsOf(lookups.contactsOfCompanies)).toHaveLength(1)
})

it('moves the focus to the step that «Далее» and «Назад» lead to', async () => {
  const user = await open(`/publication/0?release_ids=${NAMED}`, manager)
  await screen.findByRole('region', { name: 'Релиз 5' })
  screen.getByRole('button', { name: 'Далее' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Файлы' }))
  screen.getByRole('button', { name: 'Назад' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Релизы' }))
})
