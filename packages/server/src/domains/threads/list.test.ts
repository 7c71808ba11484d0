import { expect, test } from 'vitest'
import { threads } from '@vypusk/contract'
import { letterWorld, newAgreement } from '../../testing/letters.ts'
import { statementsOf } from '../../testing/statements.ts'

const world = letterWorld()

async function raise(text: string): Promise<number> {
  const params = { entity: 'agreement' as const, id: await newAgreement(world) }
  const { body } = await world.client1(threads.raise, { params, body: { html: `<p>${text}</p>` } })
  return body.thread.id
}

test.each(threads.threadOrder)(
  'the list can be ordered by %s in both directions, with few statements',
  async (order_by) => {
    const ids = [await raise('Упорядоченное раз'), await raise('Упорядоченное два')]
    const list = (isDesc: boolean) =>
      world.manager(threads.list, { body: { search_string: 'упорядоченное', order_by, isDesc, per_page: 500 } })
    const [up, down] = [await list(false), await list(true)].map(({ body }) => body.data.map(({ id }) => id))
    expect(up).toEqual(expect.arrayContaining(ids))
    expect(down).toEqual(up?.toReversed())
    // Names are remembered only some time after they were first read.
    await expect.poll(async () => (await statementsOf(() => list(true))).texts.length).toBeLessThanOrEqual(2)
  },
)

test.each([false, true])(
  'ordered by day, answered remarks come after those that wait for an answer, falling: %s',
  async (isDesc) => {
    const text = `Очередь ${isDesc}`
    const [answered, soon, later] = [await raise(text), await raise(text), await raise(text)]
    const due = (id: number, day: string) =>
      world.product.deps.db.updateTable('threads').set({ due: day }).where('id', '=', id).execute()
    await due(answered, '2026-03-09')
    await due(soon, '2026-03-10')
    await due(later, '2026-03-11')
    await world.manager(threads.answer, { params: { id: answered }, body: { html: '<p>Исправили</p>' } })
    const query = { search_string: text, order_by: 'due' as const, isDesc }
    const { data } = (await world.manager(threads.list, { body: query })).body
    expect(data.map(({ id }) => id)).toEqual(isDesc ? [later, soon, answered] : [soon, later, answered])
  },
)
