import { auth, requests } from '@vypusk/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { address, goTo, open } from './testing/app.tsx'
import { client, entrance, manager, noSettings, sessionOf, tokenOf } from './testing/people.ts'
import { requestFilters, requestPage } from './testing/requests.ts'
import { server } from './testing/server.ts'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const arrivesAt = (wanted: string) => waitFor(() => expect(address()).toBe(wanted))

function answerLists() {
  server.answer(requests.tickets, requestPage([]))
  server.answer(requests.ticketFilters, requestFilters)
  server.answer(requests.backlogSummary, requestPage([]))
  server.answer(requests.backlogFilters, requestFilters)
}

/** Signs somebody in on the login page that the address has redirected to. */
async function signInAs(person: auth.SessionUser, wanted: string) {
  server.keepSilentOtherwise()
  answerLists()
  const user = await open(wanted, null)
  await arrivesAt('/login')
  server.answer(auth.login, sessionOf(person))
  server.answer(auth.getUser, person)
  server.answer(auth.getSettings, noSettings)
  await user.type(await screen.findByLabelText('Логин'), person.login)
  await user.type(await screen.findByLabelText('Пароль', { selector: 'input' }), 'demo')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  return user
}

describe('where a sign-in leads', () => {
  it('to the requested address with its filters', async () => {
    await signInAs(client, '/clientRequests?urgs=3,4')
    await arrivesAt('/clientRequests?urgs=3,4')
  })

  it('home when another person’s session ended at that address', async () => {
    server.refuse(auth.getUser, 401, 'Нужно войти')
    sessionStorage.setItem('vypusk.requested', JSON.stringify({ path: '/clientRequests?urgs=4', user_id: 99 }))
    await signInAs(client, '/login')
    await arrivesAt('/clientRequests')
  })

  it('to a refusal when the person may not open the address, and not back to it', async () => {
    await signInAs(client, '/planning')
    await heading('Нет доступа')
    await goTo('/login')
    await arrivesAt('/clientRequests')
  })

  it('away from /login when already signed in', async () => {
    answerLists()
    await open('/login', client)
    await heading('Мои заявки')
    expect(address()).toBe('/clientRequests')
  })
})

describe('guards', () => {
  it.each(['/', '/clientRequests', '/releases/1', '/admin'])('%s cannot be seen without a session', async (wanted) => {
    await open(wanted, null)
    await arrivesAt('/login')
  })

  it('a client is redirected from the backlog to their own requests', async () => {
    answerLists()
    await open('/', client)
    await heading('Мои заявки')
    expect(screen.queryByRole('link', { name: 'Бэклог' })).toBeNull()
  })

  it.each(['/planning', '/agreements', '/agreements/0', '/agreements/5', '/release/0', '/release/5', '/publication/0'])(
    'a client is refused %s',
    async (wanted) => {
      server.keepSilentOtherwise()
      await open(wanted, client)
      await heading('Нет доступа')
      await arrivesAt('/error403')
    },
  )

  it.each(['/admin', '/admin/import', '/admin/people'])(
    'staff who are not administrators are refused %s',
    async (wanted) => {
      server.keepSilentOtherwise()
      await open(wanted, manager)
      await heading('Нет доступа')
    },
  )

  it('a foreign shared cookie ends the session', async () => {
    answerLists()
    await open('/error404', client)
    server.answer(auth.getEntrance, { ...entrance, cross_login_cookie: 'shared_token' })
    document.cookie = `shared_token=${encodeURIComponent(tokenOf(client))}; path=/`
    await goTo('/clientRequests')
    await heading('Мои заявки')
    document.cookie = 'shared_token=of-somebody-else; path=/'
    act(() => void dispatchEvent(new Event('focus')))
    await arrivesAt('/login')
    document.cookie = 'shared_token=; path=/; max-age=0'
  })

  it.each([
    '/nowhere',
    '/%E0%A4%A',
    '/releases/0x1',
    '/releases/1e0',
    '/publication/+1',
    '/agreements/%201',
    '/release/01',
    '/registryHistory/1.0',
  ])('an address without a screen leads to the page «not found»: %s', async (wanted) => {
    server.keepSilentOtherwise()
    await open(wanted, manager)
    await heading('Страница не найдена')
  })

  it('the error pages explain what happened and link back', async () => {
    answerLists()
    const user = await open('/error403', client)
    await heading('Нет доступа')
    await goTo('/error404')
    await heading('Страница не найдена')
    await waitFor(() => expect(document.title).toBe('Страница не найдена · Выпуск'))
    await user.click(screen.getByRole('button', { name: 'На главную' }))
    await arrivesAt('/clientRequests')
  })
})
