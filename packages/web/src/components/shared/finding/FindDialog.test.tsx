import { finding, requests } from '@vypusk/contract'
import { act, cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { router } from '../../../routes.tsx'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { requestFilters, requestPage } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

it('loses no letter that is typed before its field is there, not even from a field of the page', async () => {
  server.answer(requests.backlogSummary, requestPage([]))
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(finding.recent, { found: [] })
  server.answer(finding.search, { groups: [] })
  const user = await open('/', manager)
  const ofPage = await screen.findByRole<HTMLInputElement>('searchbox')
  await user.click(ofPage)
  await user.keyboard('{Control>}k{/Control}счётт{Backspace}ы')
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Поиск по всему' })
  expect([field.value, ofPage.value]).toEqual(['счёты', ''])
  await user.keyboard(' за май')
  expect(field.value).toBe('счёты за май')
})

it('is closed with the screen it was opened on', async () => {
  server.answer(requests.backlogSummary, requestPage([]))
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(finding.recent, { found: [] })
  const user = await open('/', manager)
  await screen.findByRole('searchbox')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Поиск по всему' })
  await act(() => router.navigate({ to: paths.error404, replace: true, ignoreBlocker: true }))
  cleanup()
  await open('/', manager)
  await screen.findByRole('searchbox')
  expect(screen.queryByRole('combobox', { name: 'Поиск по всему' })).toBeNull()
})
