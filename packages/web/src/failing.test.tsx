import {
  adminCompanies,
  agreements,
  companyCalendars,
  directory,
  lookups,
  notices,
  registry,
  releases,
  requests,
  secondFactor,
  services,
  tokens,
  trackers,
  webhooks,
} from '@vypusk/contract'
import type { auth, AnyEndpoint } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from './api/query-client.ts'
import { agreementDetail } from './testing/agreements.ts'
import { open } from './testing/app.tsx'
import { companyDetail } from './testing/companies.ts'
import { admin, client, manager } from './testing/people.ts'
import { releaseCompany, releaseDetail } from './testing/releases.ts'
import { requestPage, requestRow } from './testing/requests.ts'
import { server } from './testing/server.ts'

/** Each screen of a single thing: its address, the call it depends on, what it shows when that call fails, and whose. */
const screens: [string, AnyEndpoint, string, auth.SessionUser?][] = [
  ['/releases/1', releases.get, 'Релиз не загрузился'],
  ['/release/1', releases.get, 'Релиз не загрузился'],
  ['/releases/1/description', releases.get, 'Описание не загрузилось'],
  ['/agreements/1', agreements.get, 'Согласование не загрузилось'],
  ['/registry', registry.checkEntryAccess, 'Реестр не загрузился'],
  ['/registry', registry.possibleColumns, 'Список не загрузился'],
  ['/registry', registry.selfColumns, 'Список не загрузился'],
  ['/notices/settings', notices.getSettings, 'Настройки не загрузились'],
  ['/?open=1', requests.getRequest, 'Заявка не загрузилась'],
  ['/?view=charts', requests.backlogSummary, 'Графики не загрузились'],
  ['/agreements?view=matrix', agreements.matrix, 'Матрица не загрузилась'],
  ['/registry?open=1', registry.getEntry, 'Запись не загрузилась'],
  ['/companyCalendar?company=7', companyCalendars.get, 'Календарь не загрузился'],
  ['/tokens', tokens.list, 'Токены не загрузились'],
  ['/clientAgreements?open=1', agreements.get, 'Согласование не загрузилось', client],
  ['/admin/companies?open=7', adminCompanies.get, 'Компания не загрузилась', admin],
  ['/admin/services', directory.get, 'Состояние каталога не загрузилось', admin],
  ['/admin/import', trackers.list, 'Подключения не загрузились', admin],
]

describe('a screen whose data fails to load', () => {
  it.each(screens)('%s says so and retries on request', async (address, endpoint, message, person = manager) => {
    server.keepSilentOtherwise()
    server.refuse(endpoint, 500, 'Ошибка сервера')
    const user = await open(address, person)
    const title = await screen.findByText(message)
    expect(title.closest('[role=alert]')?.textContent).toContain('Ошибка сервера')
    const dialog = await screen.findByRole('dialog', { name: 'Ошибка' })
    expect(dialog.textContent).toContain('Ошибка сервера')
    await user.click(within(dialog).getByRole('button', { name: 'Понятно' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ошибка' })).toBeNull())
    server.refuse(endpoint, 500, 'Всё ещё ошибка')
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(document.body.textContent).toContain('Всё ещё ошибка'))
  })

  it('loads it on another try', async () => {
    server.keepSilentOtherwise()
    server.refuse(requests.backlogSummary, 500, 'Ошибка сервера')
    const user = await open('/', manager)
    await user.click(await screen.findByRole('button', { name: 'Повторить' }))
    server.answer(requests.backlogSummary, requestPage([requestRow(5)]))
    await user.click(await screen.findByRole('button', { name: 'Повторить' }))
    await screen.findByText('Заявка про отчёт 5')
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  })
})

describe('a part without which nothing can be done', () => {
  const release = () =>
    server.answer(releases.get, releaseDetail(8, { companies: [releaseCompany(7, { agreement_id: null })] }))
  const agreed = () =>
    server.answer(releases.get, releaseDetail(8, { companies: [releaseCompany(7, { agreement_id: 5 })] }))
  const parts: [address: string, AnyEndpoint, title: string, prepare: () => void, auth.SessionUser?][] = [
    ['/agreements/0?release_id=8', releases.get, 'Релиз не загрузился', () => {}],
    ['/agreements/0?release_id=8&company_id=7', lookups.contactsOfCompanies, 'Люди компаний не загрузились', release],
    ['/releases/8', agreements.get, 'Согласование не загрузилось', agreed, client],
    ['/releases/8?tab=remarks', agreements.get, 'Замечания не загрузились', agreed, client],
  ]
  it.each(parts)('%s offers to ask for it again: %#', async (address, endpoint, title, prepare, person = manager) => {
    server.keepSilentOtherwise()
    prepare()
    server.refuse(endpoint, 500, 'Ошибка сервера')
    const user = await open(address, person)
    const dialog = await screen.findByRole('dialog', { name: 'Ошибка' })
    await user.click(within(dialog).getByRole('button', { name: 'Понятно' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ошибка' })).toBeNull())
    const part = within((await screen.findByText(title)).closest<HTMLElement>('[role=alert]')!)
    const before = server.callsOf(endpoint).length
    await user.click(part.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(server.callsOf(endpoint).length).toBeGreaterThan(before))
  })
})

describe('a part of a screen that has been loaded', () => {
  const parts = [
    {
      address: '/clientAgreements?open=5',
      person: client,
      endpoint: agreements.get,
      answer: () => server.answer(agreements.get, agreementDetail(5)),
      shown: 'Релиз 8',
    },
    {
      address: '/admin/companies?open=7',
      person: admin,
      endpoint: adminCompanies.get,
      answer: () => server.answer(adminCompanies.get, companyDetail()),
      shown: 'Водоканал',
    },
    {
      address: '/tokens',
      person: manager,
      endpoint: tokens.list,
      answer: () => server.answer(tokens.list, { tokens: [] }),
      shown: 'Токенов ещё нет',
    },
    {
      address: '/admin/webhooks',
      person: admin,
      endpoint: webhooks.list,
      answer: () => server.answer(webhooks.list, { webhooks: [] }),
      shown: 'Ещё никому не сообщаем',
    },
    {
      address: '/admin/services',
      person: admin,
      endpoint: services.list,
      answer: () => server.answer(services.list, { services: [] }),
      shown: 'Сервисов ещё нет',
    },
    {
      address: '/account',
      person: manager,
      endpoint: secondFactor.get,
      answer: () =>
        server.answer(secondFactor.get, {
          factors: [],
          recovery_left: 0,
          is_demanded: true,
          abilities: { totp: true, passkey: true },
        }),
      shown: /Для вас он обязателен/,
    },
  ]

  it.each(parts)('stays when a refetch fails: $address', async ({ address, person, endpoint, answer, shown }) => {
    server.keepSilentOtherwise()
    answer()
    await open(address, person)
    await screen.findByText(shown)
    server.refuse(endpoint, 500, 'Ошибка сервера')
    void queryClient.invalidateQueries()
    const failed = () =>
      queryClient
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.status === 'error')
    await waitFor(() => expect(failed()).toHaveLength(1))
    screen.getByText(shown)
    expect(screen.queryByText('Ошибка сервера')).toBeNull()
  })
})

describe('a save during which the server fails', () => {
  it('shows the brief’s dialog and that nothing was saved, and keeps what was typed', async () => {
    server.answer(tokens.list, { tokens: [] })
    const user = await open('/tokens', manager)
    const name = await screen.findByLabelText('Для чего')
    await user.type(name, 'Отчёты отдела')
    server.refuse(tokens.create, 500, 'other words')
    await user.click(screen.getByRole('button', { name: 'Сделать токен' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ошибка' })
    expect(dialog.textContent).toContain('Ошибка сервера. Пожалуйста, сообщите администратору')
    await screen.findByText('Не сохранено')
    await user.click(within(dialog).getByRole('button', { name: 'Понятно' }))
    expect(name).toHaveProperty('value', 'Отчёты отдела')
    server.refuse(tokens.create, 409, 'Такой токен уже есть')
    await user.click(screen.getByRole('button', { name: 'Сделать токен' }))
    await screen.findByText('Не сохранено. Такой токен уже есть')
  })
  it('shows the same once for an action without a form', async () => {
    const token = { id: 3, name: 'Отчёты отдела', scope: 'read', is_expired: false, last_used_at: null } as const
    const days = { created_at: '2026-09-14T10:00:00Z', expires_at: '2099-01-01T00:00:00Z' }
    server.answer(tokens.list, { tokens: [{ ...token, ...days }] })
    const user = await open('/tokens', manager)
    server.refuse(tokens.revoke, 500, 'other words')
    await user.click(await screen.findByRole('button', { name: 'Отозвать «Отчёты отдела»' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Отозвать' }))
    await screen.findByRole('dialog', { name: 'Ошибка' })
    expect(await screen.findAllByText('Не сохранено')).toHaveLength(1)
  })
})
