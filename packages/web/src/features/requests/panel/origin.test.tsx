import { requests } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { requestDetail, requestFilters, requestPage, requestRow } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

const origin: requests.RequestOrigin = {
  key: 'MDL-40705',
  source: 'Jira',
  author: 'osmirnova',
  assignee: 'jcarter',
  versions: ['2.4.1', '2.5.0'],
  due: '2025-03-28',
  labels: [],
  is_private: true,
  company: 'Северный порт',
  story_points: null,
  links: [
    { title: 'Blocks', key: 'MDL-40701', request_id: 12 },
    { title: 'Relates', key: 'MDL-1', request_id: null },
  ],
  files: [
    { name: 'акт.pdf', url: 'https://redmine.example.ru/1', file_id: 7, is_waiting: false, failure: null },
    {
      name: 'снимок.png',
      url: 'https://redmine.example.ru/2',
      file_id: null,
      is_waiting: true,
      failure: 'Файл пришёл не весь',
    },
    { name: 'log.txt', file_id: null, is_waiting: false, failure: null, url: 'https://jira.example.com/log.txt' },
  ],
}

it('shows what was imported with a request in its panel, and links to related requests', async () => {
  server.keepSilentOtherwise()
  server.answer(requests.backlogSummary, requestPage([requestRow(11)]))
  server.answer(requests.backlogFilters, requestFilters)
  server.answer(requests.getRequest, requestDetail(11, { origin }))
  await open('/?open=11', manager)
  await screen.findByText('MDL-40705')
  screen.getByText('osmirnova, внёс Клара Северная')
  screen.getByText('2.4.1, 2.5.0')
  screen.getByText('была видна не всем: Северный порт')
  expect(screen.getByRole('link', { name: 'MDL-40701' }).getAttribute('href')).toContain('open=12')
  expect(screen.queryByRole('link', { name: 'MDL-1' })).toBeNull()
  screen.getByText('не забран: Файл пришёл не весь. Попробуем ещё')
  screen.getByText('Файлы остались в прежней системе.')
  expect(screen.getByRole('link', { name: 'log.txt' }).getAttribute('rel')).toBe('noreferrer')
})
