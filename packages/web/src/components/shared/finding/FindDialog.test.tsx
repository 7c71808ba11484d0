import { finding, requests } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
