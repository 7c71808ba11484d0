import { requests } from '@vypusk/contract'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { requestFilters, requestPage } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'
import { toast } from '../../kit/feedback/toast.tsx'

it('lights up for what others have done, not for messages the person has just seen', async () => {
  server.answer(requests.backlogSummary, requestPage([]))
  server.answer(requests.backlogFilters, requestFilters)
  await open('/', manager)
  const [bell] = await screen.findAllByRole('button', { name: 'Уведомления' })
  act(() => {
    toast.success('Сохранено')
  })
  const marks = () => bell?.closest('[class*="Indicator-root"]')?.querySelectorAll('[class*="Indicator-indicator"]')
  expect(marks()).toHaveLength(0)
})
