import { lookups, registry, releases, requests } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open } from './testing/app.tsx'
import { manager } from './testing/people.ts'
import { pageWith, releaseRow } from './testing/releases.ts'
import { server } from './testing/server.ts'

const company = { idcomp: 1, namecomp: 'Водоканал', modules: [] }
const person = { id: 4, name: 'Анна Орлова' }

/** Fields of forms: the address, the name, the call that brings the lines, and how it is refused and answered. */
const fields = [
  {
    address: '/clientRequests/0',
    field: /^Компания/,
    refuse: () => server.refuse(requests.requestForm, 500, 'Ошибка сервера'),
    answer: () => server.answer(requests.requestForm, { companies: [company], modules: [], types: [] }),
    line: 'Водоканал',
  },
  {
    address: '/registry/0',
    field: /^Компания/,
    refuse: () => server.refuse(lookups.companies, 500, 'Ошибка сервера'),
    answer: () => server.answer(lookups.companies, { companies: [company] }),
    line: 'Водоканал',
  },
  {
    address: '/registry/0',
    field: /^Руководитель/,
    refuse: () => server.refuse(registry.bosses, 500, 'Ошибка сервера'),
    answer: () => {
      server.answer(registry.steps, { steps: [] })
      server.answer(registry.responsibles, { responsibles: [] })
      server.answer(registry.bosses, { bosses: [person] })
    },
    line: 'Анна Орлова',
  },
  {
    address: '/agreements/0',
    field: /^Релиз/,
    refuse: () => server.refuse(releases.list, 500, 'Ошибка сервера'),
    answer: () => server.answer(releases.list, pageWith([releaseRow(8)])),
    line: 'Релиз 8',
  },
  {
    address: '/release/0',
    field: /^Люди/,
    refuse: () => server.refuse(lookups.users, 500, 'Ошибка сервера'),
    answer: () => server.answer(lookups.users, { users: [person] }),
    line: 'Анна Орлова',
  },
] as const

describe('a field to choose from whose list has failed to load', () => {
  it.each(fields)('says so and asks again when it is opened: $field of $address', async (one) => {
    server.keepSilentOtherwise()
    one.refuse()
    const user = await open(one.address, manager)
    const dialog = await screen.findByRole('dialog', { name: 'Ошибка' })
    await user.click(within(dialog).getByRole('button', { name: 'Понятно' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ошибка' })).toBeNull())
    const field = await screen.findByRole('combobox', { name: one.field })
    one.answer()
    await user.click(field)
    await screen.findByRole('option', { name: new RegExp(one.line) })
  })

  it('does not say before it is known that there is no such thing', async () => {
    server.keepSilentOtherwise()
    const user = await open('/clientRequests/0', manager)
    await user.click(await screen.findByRole('combobox', { name: /^Компания/ }))
    await screen.findAllByText('Загрузка…')
    expect(screen.queryByText('Такой компании нет')).toBeNull()
  })
})
