import { lookups, talks } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderAlone } from '../testing/alone.tsx'
import { thread } from '../testing/agreements.ts'
import { server } from '../testing/server.ts'
import { useChange } from './changes.ts'
import { call } from './client.ts'

/** A change that the server could not answer can be repeated at once, as its sentence says. */

function Form() {
  useQuery({ queryKey: ['company', 'choice'], queryFn: () => call(lookups.companies, {}) })
  const { mutate, isPending } = useChange({
    changes: ['company'],
    mutationFn: () => call(talks.say, { params: { id: 7 }, body: { html: '<p>Да</p>', files: [], mentions: [] } }),
  })
  return (
    <button type="button" disabled={isPending} onClick={() => mutate()}>
      Сохранить
    </button>
  )
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Сохранить' })

beforeEach(async () => {
  server.answer(lookups.companies, { companies: [] })
  server.answer(talks.say, { message: 'Success', mail: 'sent', thread: thread(1) })
  await renderAlone(<Form />)
})

it.each([
  ['the connection is lost', () => [talks.say, lookups.companies].forEach((each) => server.cut(each))],
  [
    'the database restarts',
    () => [talks.say, lookups.companies].forEach((each) => server.refuse(each, 503, 'Подождите')),
  ],
])('does not wait for a screen that cannot be refetched while %s', async (_what, fail) => {
  fail()
  await userEvent.click(button())
  await expect.poll(() => server.callsOf(lookups.companies).length).toBeGreaterThan(1)
  await expect.poll(() => button().disabled).toBe(false)
  // Read, and refetched once: the second try comes a second later.
  expect(server.callsOf(lookups.companies)).toHaveLength(2)
})
