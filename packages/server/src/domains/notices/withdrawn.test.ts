import { expect, test } from 'vitest'
import { agreements, consequences, releases } from '@vypusk/contract'
import { agreementWorld, newAgreement, read, update } from '../../testing/agreements.ts'
import { clear, noticesOf, briefNoticesOf } from '../../testing/notices.ts'

/** Withdrawn agreements are announced behind the bell, also when they no longer exist. */

const world = agreementWorld()

async function sentAgreement() {
  const id = await newAgreement(world)
  await update(world.manager, id, { updateTarget: 5 })
  await clear(world.manager, world.client1)
  return id
}

test.each<[string, (id: number) => Promise<unknown>, string]>([
  [
    'agreement',
    (id) => world.manager(agreements.remove, { params: { id }, query: { client_reason: 'Ошиблись' } }),
    'Согласование снято. Согласование удалено: Ошиблись',
  ],
  [
    'release',
    async (id) => world.manager(releases.remove, { params: { id: (await read(world.manager, id)).release_id } }),
    'Согласование снято. Релиз отменён',
  ],
])(
  'of a deleted %s everybody asked is notified, and when it is restored no notice is left',
  async (_, remove, text) => {
    const id = await sentAgreement()
    await remove(id)
    const [notice] = await noticesOf(world.client1)
    expect(notice).toMatchObject({ kind: 'answer', text, href: '/clientAgreements', read: false })
    expect(notice?.title).toMatch(/ – ООО «Компания/)
    expect(await briefNoticesOf(world.client2)).toEqual([])

    const [act] = (await world.manager(consequences.withdrawals)).body.acts
    expect((await world.manager(consequences.undo, { body: { act_id: act?.act_id ?? 0 } })).status).toBe(200)
    expect((await noticesOf(world.client1)).map((one) => one.text)).not.toContain(text)
  },
)

test('of a company that is not published to, staff read of the company, and the company of itself', async () => {
  const id = await sentAgreement()
  const { release_id, company_id } = await read(world.manager, id)
  const admin = await world.product.as('admin')
  await admin(releases.notPublishing, { body: { release_id, company_id, reason: 'Не платят' } })
  const text = async (api: typeof admin) =>
    (await noticesOf(api)).map((notice) => notice.text).find((words) => words.startsWith('Согласование снято'))
  expect(await text(world.client1)).toBe('Согласование снято. Релиз не публикуется для вашей компании')
  expect(await text(world.manager)).toBe('Согласование снято. Релиз не публикуется для компании')
  const { history } = await read(world.manager, id)
  expect(history.find(({ field }) => field === 'live')?.note).toBe('Релиз не публикуется для компании')
})
