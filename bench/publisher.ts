import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from './server.ts'

export interface Published {
  key: string
  id: number
}

interface Delivery {
  kind: 'mail' | 'ftp'
  target: string
  state: string
}

type Query = Record<string, string>
const PAGE = 500

type Sent = Pick<RequestInit, 'method' | 'body'> & { headers?: Query }
type Call = <Reply>(path: string, init?: Sent) => Promise<Reply>

/** Every call is made again until the server answers it. */
const stubborn =
  (url: string, token: string): Call =>
  async <Reply>(path: string, init: Sent = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers }
    for (;;) {
      const reply = await fetch(`${url}/api${path}`, { ...init, headers }).catch(() => null)
      const body: unknown = await reply?.json().catch(() => null)
      // What the contract promises of an answer with 200.
      if (reply?.ok && body) return body as Reply
      if (reply && reply.status < 500) throw new Error(`${path}: ${reply.status} ${JSON.stringify(body)}`)
      await pause(100)
    }
  }

const post = <Reply>(call: Call, path: string, body: object, key?: string) =>
  call<Reply>(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
  })

/** A release of two companies, and the people of the first. */
async function prepare(call: Call) {
  const { companies } = await call<{ companies: { idcomp: number }[] }>('/companies')
  const customers = companies.slice(0, 2).map(({ idcomp }) => idcomp)
  const { contacts } = await call<{ contacts: { id: number; mailuser: string | null }[] }>(
    `/user/contacts/${customers[0]}`,
  )
  const day = new Date().toISOString().slice(0, 10)
  const { release } = await post<{ release: { id: number } }>(call, '/releases/0', {
    title: 'Под обстрелом',
    start_date: day,
    plan_date: day,
    planned_time: 60,
    short_description: '',
    is_visible_for_client: true,
    modules_ids: [],
    users: [],
    companies: customers,
  })
  return { release: release.id, customers, clients: contacts.filter(({ mailuser }) => mailuser).map(({ id }) => id) }
}

interface Listed {
  total: number
  data: { id: number; text: string; deliveries: { queued: number } }[]
}

async function publicationsOf(call: Call, release: number) {
  const page = (number: number) =>
    call<Listed>(`/releases-ready?release_ids=${release}&per_page=${PAGE}&page=${number}`)
  const { total, data } = await page(1)
  const rest = Array.from({ length: Math.ceil(total / PAGE) - 1 }, (_, n) => page(n + 2))
  return [data, ...(await Promise.all(rest)).map((one) => one.data)].flat()
}

const formOf = (name: string, bytes: Buffer) => {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(bytes)]), name)
  form.append('version', '1')
  return form
}

/** A person who publishes and never gives up. */
export async function publisher(url: string) {
  const call = stubborn(url, await signIn(url, 'manager'))
  const { release, customers, clients } = await prepare(call)
  return {
    /** One click, however often it has to be repeated: its key is the text of the publication. */
    publish: async (key: string, name: string, bytes: Buffer): Promise<Published> => {
      const body = formOf(name, bytes)
      const { files } = await call<{ files: { id: number }[] }>('/files/uploads', { method: 'POST', body })
      const list = [{ release, files: files.map(({ id }) => id), modules: [], customers }]
      const draft = { list, recipients: { rivc: [], clients }, text: key, reason: 'Проверка на прочность' }
      return { key, id: (await post<{ id: number }>(call, '/publish/add', draft, key)).id }
    },
    publications: () => publicationsOf(call, release),
    /** Publications something of which is still under way. */
    waiting: async () => (await publicationsOf(call, release)).filter(({ deliveries }) => deliveries.queued > 0).length,
    deliveries: async (id: number) => (await call<{ deliveries: Delivery[] }>(`/releases-ready/${id}`)).deliveries,
  }
}
