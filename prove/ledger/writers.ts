import type { Desk } from './desk.ts'
import { make, newMark } from './desk.ts'
import { publishSome, uploadInPieces } from './sending.ts'

/** Imitates people at work; each act is repeated until it is acknowledged. */

type Row = Record<string, unknown>
const DAY = '2026-12-01'
const idUnder = (name: string) => (body: Row) => Number((body[name] as Row | undefined)?.['id'])
const ownId = ({ id }: Row) => Number(id)

/** Writes a request and its text for descriptions. */
async function writeRequest(desk: Desk): Promise<void> {
  const mark = newMark(desk)
  const file = desk.chance(3) === 0 ? [await uploadInPieces(desk)] : []
  const { companies, module, type } = desk
  const json = { company: companies[0], module, type, e_title: mark, text: 'Проверка на прочность', files: file }
  const { id } = await make(desk, ['request', mark], { path: '/requests', json }, ownId)
  if (id > 0) await describe(desk, id)
}

async function describe(desk: Desk, id: number): Promise<void> {
  const words = `<p>${newMark(desk)}</p>`
  const { body: read } = await desk.until({ method: 'GET', path: `/requests/${id}` })
  const json = { description: words, isSolo: true, version: Number(read['version']) }
  const { status, body, wasUncertain } = await desk.until({ method: 'POST', path: `/requests/${id}/description`, json })
  const current = body['current'] as Row | undefined
  const isDone = status === 200 || (status === 409 && wasUncertain && current?.['description'] === words)
  if (isDone) desk.ledger.described.set(id, words)
  else desk.ledger.faults.add(`description: ${status} ${JSON.stringify(body).slice(0, 200)}`)
}

export async function writeRelease(desk: Desk): Promise<number> {
  const mark = newMark(desk)
  const json = {
    title: mark,
    start_date: DAY,
    plan_date: DAY,
    planned_time: 60,
    is_visible_for_client: true,
    modules_ids: [],
    users: [],
    companies: desk.companies,
  }
  return (await make(desk, ['release', mark], { path: '/releases/0', json }, idUnder('release'))).id
}

/** Changes an agreement, with the version it was read with, so that a repeated call cannot change it twice. */
async function step(desk: Desk, id: number, change: Row, isDone: (now: Row) => boolean): Promise<boolean> {
  const { body: read } = await desk.until({ method: 'GET', path: `/agreements/${id}` })
  const json = { ...change, version: Number(read['version']) }
  const { status, body, wasUncertain } = await desk.until({ method: 'POST', path: `/agreements/update/${id}`, json })
  if (status === 200) return true
  if (status === 409 && wasUncertain && isDone(body['current'] as Row)) return true
  desk.ledger.faults.add(`agreement: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  return false
}

/** Sends a release's date to a company for approval, and agrees to it. */
async function agree(desk: Desk): Promise<void> {
  const release_id = await writeRelease(desk)
  const mark = `${newMark(desk)}@example.ru`
  const [company_id] = desk.companies
  const json = { release_id, company_id, recipients: desk.people, recipientsExtra: [mark], releaseDate: DAY }
  const { id } = await make(desk, ['agreement', mark], { path: '/agreements/add', json }, ownId)
  const isSent = await step(desk, id, { updateTarget: 5 }, ({ sent_at }) => sent_at !== null)
  if (isSent) desk.ledger.sent.set(mark, id)
  const onBehalf = { updateTarget: 5, on_behalf: 'client', remark: 'По телефону' }
  const agreed = await step(desk, id, onBehalf, ({ by_client }) => by_client === true)
  if (agreed) desk.ledger.agreed.set(mark, id)
}

/** Writes a registry entry and a comment on it. */
async function talk(desk: Desk): Promise<void> {
  const title = newMark(desk)
  const json = { company: desk.companies[0], title }
  const entry = await make(desk, ['entry', title], { path: '/requests-registry/create-entry', json }, idUnder('entry'))
  const comment = newMark(desk)
  const input = { id: entry.id, comment }
  const idIn = ({ comments }: Row) => Number((comments as Row[]).find((one) => one['comment'] === comment)?.['id'])
  await make(desk, ['comment', comment], { path: '/requests-registry/add-comment', json: input }, idIn)
}

const acts = [writeRequest, agree, talk, async (desk: Desk) => publishSome(desk, await writeRelease(desk))]

/** Writes without a pause until aborted; the current act is finished first. */
export async function write(desk: Desk, over: AbortSignal): Promise<void> {
  while (!over.aborted) await acts[desk.chance(acts.length)]?.(desk)
}
