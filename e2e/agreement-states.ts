import type { APIRequestContext } from '@playwright/test'
import { apiOf } from './fixtures.ts'
import type { Api } from './fixtures.ts'
import { linkIn, pageIn } from './letters.ts'

/** Creates each state of an agreement shown in docs/agreement-states.md through the API, in the way people would. */

const ADDRESS = 'it@severport.example'
const BUILD = '6.12.3'

/** An agreement sent to its company for approval, with three requests of the company. */
export interface Shown {
  id: number
  release_id: number
  idcomp: number
  requests: number[]
  /** The person of the client company who is a recipient in addition to the plain address. */
  person: { email: string }
  staff: Api
  client: Api
}

export interface State {
  /** The picture's file name, without the extension. */
  name: string
  /** The state's title in docs/agreement-states.md. */
  title: string
  make: (shown: Shown) => Promise<unknown>
}

const TITLES = [
  'Отгрузка по частям: остаток на следующий день',
  'Печать накладной без повторного входа',
  'Отчёт за смену',
]

/** Returns the day this many days from now: the pictures do not depend on a particular year. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function newRequests(client: Api): Promise<{ ids: number[]; module: number }> {
  const { types, modules } = await client.get('/requests-form')
  const [module] = modules as { idmod: number }[]
  const type: number = types[0].id
  const ids: number[] = []
  for (const e_title of TITLES) {
    const { id } = await client.post('/requests', { module: module?.idmod, type, e_title, text: e_title })
    ids.push(id)
  }
  return { ids, module: module?.idmod ?? 0 }
}

const WEEK = 7

/**
 * Creates a release with two requests of client1's company and sends its agreement for approval; the third request is
 * left out.
 * @param week counted from now; each agreement needs its own, because two in one week are a clash
 */
export async function newSentAgreement(request: APIRequestContext, week: number): Promise<Shown> {
  const [staff, client] = [await apiOf(request, 'manager'), await apiOf(request, 'client1')]
  const { company, ...person } = await client.get('/auth/user')
  const { ids, module } = await newRequests(client)
  const { release } = await staff.post('/releases/0', {
    title: 'Отгрузка 6.12',
    start_date: dayIn(-10),
    plan_date: dayIn(10),
    is_visible_for_client: true,
    companies: [company.idcomp],
    modules_ids: [module],
    requests: ids.slice(0, 2),
    terms: '<p>Перед установкой закройте смену: полчаса программа работать не будет.</p>',
  })
  const about = {
    release_id: release.id,
    company_id: company.idcomp,
    recipients: [person.id],
    recipientsExtra: [ADDRESS],
  }
  const from = dayIn((week + 2) * WEEK)
  const fitting = `/nearest-dates/release/${release.id}?companies=${company.idcomp}&time=22:00&from=${from}`
  const { together } = await staff.get(fitting)
  const { id } = await staff.post('/agreements/add', { ...about, ...together.found })
  await staff.post(`/agreements/update/${id}`, { updateTarget: 5 })
  return { id, release_id: release.id, idcomp: company.idcomp, requests: ids, person, staff, client }
}

/** Returns the mark that identifies the last letter to an address. */
async function markOf({ staff, id }: Shown, to: string): Promise<string> {
  const { deliveries } = await staff.get(`/agreements/${id}`)
  const own = (deliveries as { id: number; target: string }[]).filter(({ target }) => target === to)
  return `<delivery-${Math.max(...own.map((each) => each.id))}@`
}

/** Returns the link of the last letter to an address without an account, or to one of the client's people. */
export const linkOf = async (shown: Shown, to = ADDRESS) => linkIn(await markOf(shown, to), '/approve')
/** Returns the letter itself, as mail programs show it. */
export const letterOf = async (shown: Shown) => pageIn(await markOf(shown, ADDRESS))

const agree = async ({ client, id }: Shown) => {
  const { scope } = await client.get(`/agreements/${id}`)
  return client.post(`/agreements/update/${id}`, { updateTarget: 5, scope_sha: scope.sha256 })
}
const widen = ({ staff, release_id, requests }: Shown) =>
  staff.post(`/releases/${release_id}/requests`, { requests: requests.slice(2) })
const onTest = ({ staff, id }: Shown) => staff.post(`/agreements/${id}/build`, { build: BUILD })
const reportTrial = ({ client, id }: Shown, request_id: number | undefined, verdict: string, comment = '') =>
  client.post(`/agreements/${id}/trials`, { request_id, verdict, comment })

export const states: State[] = [
  { name: 'asked', title: 'Ждём ответа', make: () => Promise.resolve() },
  {
    name: 'test',
    title: 'Проверка на тестовом стенде',
    make: async (shown) => {
      await onTest(shown)
      await reportTrial(shown, shown.requests[0], 'works')
      await reportTrial(shown, shown.requests[1], 'fails', 'После второй накладной программа просит войти снова')
    },
  },
  {
    name: 'scope',
    title: 'Состав изменился, спросили заново',
    make: async (shown) => {
      await agree(shown)
      await widen(shown)
      const { scope_change } = await shown.staff.get(`/agreements/${shown.id}`)
      const agreements = [{ id: shown.id, scope_sha: scope_change.scope_sha }]
      await shown.staff.post('/agreements/settle-scope', { agreements, decision: 'anew' })
    },
  },
  {
    name: 'scope-waits',
    title: 'Состав изменился, решает поставщик',
    make: async (shown) => {
      await agree(shown)
      await widen(shown)
    },
  },
  {
    name: 'remark',
    title: 'Открытое замечание',
    make: ({ client, id }) =>
      client.post(`/threads/of/agreement/${id}`, {
        html: '<p>В этот день закрываем месяц: нужен кто-то на связи.</p>',
      }),
  },
  {
    name: 'offer',
    title: 'Предложена другая дата',
    make: ({ client, id }) => {
      const offered = { releaseDate: dayIn(120), releaseTime: '20:00', reason: 'До тех пор идёт годовая отчётность' }
      return client.post(`/agreements/${id}/offers`, offered)
    },
  },
  {
    name: 'agreed',
    title: 'Согласовано',
    make: async (shown) => {
      await onTest(shown)
      await agree(shown)
    },
  },
  {
    name: 'published',
    title: 'Опубликовано: согласование закрыто',
    make: async (shown) => {
      await onTest(shown)
      await agree(shown)
      const item = { release: shown.release_id, files: [], modules: [], customers: [shown.idcomp] }
      const recipients = { rivc: [], clients: [] }
      await shown.staff.post('/publish/add', { list: [item], recipients, reason: 'Готово' })
    },
  },
  {
    name: 'withdrawn',
    title: 'Снято поставщиком',
    make: ({ staff, id }) =>
      staff.post('/agreements/withdraw', { ids: [id], client_reason: 'Релиз перенесён на следующий месяц' }),
  },
]

/** Every picture of docs/agreement-states.md, without the extension; each also exists at phone size. */
export const pictured = [
  ...states.flatMap(({ name }) => [`agreement-${name}-client`, `agreement-${name}-manager`]),
  'agreement-answered-client',
  'agreement-cut-client',
  'agreement-letter',
  'agreement-letter-dark',
]
