import { expect, it } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { ids } from './codecs.ts'
import { useListState } from './useListState.ts'

const schema = { status_ids: ids() }
const order = { keys: ['id'] as const, order_by: 'id' as const, isDesc: false }

it('is the same while the address is, so that filters are not drawn again with the rows', async () => {
  const seen: unknown[] = []
  const List = ({ times }: { times: number }) => {
    seen.push(useListState(schema, order))
    return times
  }
  const show = await renderAlone(<List times={1} />)
  show(<List times={2} />)
  expect(seen.length).toBeGreaterThan(1)
  expect(new Set(seen).size).toBe(1)
})
