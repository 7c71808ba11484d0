import { expect, test } from 'vitest'
import { closeAll } from './shutdown.ts'

test('everything is closed in reverse order, even what comes after a failure, which is then thrown', async () => {
  const closed: string[] = []
  const opened = ['database', 'jobs', 'metrics'].map((name) => async () => {
    closed.push(name)
    if (name !== 'database') throw new Error(name)
  })
  await expect(closeAll(opened, () => 1000)).rejects.toThrow('metrics')
  expect(closed).toEqual(['metrics', 'jobs', 'database'])
})
