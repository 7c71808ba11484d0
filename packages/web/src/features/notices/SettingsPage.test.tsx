import { notices } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const off = { screen: false, letter: false, digest: false }
const [first, second] = notices.kinds

it('takes back a refused choice, and keeps the one that was waiting for its turn', async () => {
  server.keepSilentOtherwise()
  server.answer(notices.getSettings, {
    kinds: [
      { ...off, kind: first, title: 'Первое' },
      { ...off, kind: second, title: 'Второе' },
    ],
    digest_time: '09:00',
    email: null,
  })
  let fail = () => {}
  const failed = new Promise<never>((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))))
  server.answer(notices.saveSettings, async () => {
    if (server.callsOf(notices.saveSettings).length === 1) await failed
    return { message: 'Success' }
  })
  const user = await open('/notices/settings', manager)
  const boxes = [
    await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Первое: на экране' }),
    await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Второе: на экране' }),
  ]
  for (const box of boxes) await user.click(box)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
  fail()
  await waitFor(() => expect(server.callsOf(notices.saveSettings)).toHaveLength(2))
  expect(server.callsOf(notices.saveSettings)[1]?.body.kinds).toMatchObject([{ kind: second, screen: true }])
  await waitFor(() => expect(boxes.map(({ checked }) => checked)).toEqual([false, true]))
})
