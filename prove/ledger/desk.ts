import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../stage/stage.ts'
import { asking, signIn, type Answer, type Asking, type CallStats, type Sent } from './asking.ts'
import { places, type Ledger, type Made } from './ledger.ts'

/**
 * The workplace of a writer: the processes it calls, what it knows of the system, and the ledger of what was
 * acknowledged.
 */
export interface Desk extends Asking {
  stage: Stage
  ledger: Ledger
  /** The companies it writes about; letters go to people of the first. */
  companies: [number, number]
  /** People of the first company with an address. */
  people: number[]
  module: number
  type: number
  /** Returns a random number below the argument; the same for the same seed. */
  chance: (below: number) => number
}

type Row = Record<string, unknown>

/** Returns a list that the contract promises. */
const listOf = (body: Row, name: string) => body[name] as Row[]

export async function openDesk(
  stage: Stage,
  { ledger, stats, chance }: { ledger: Ledger; stats: CallStats; chance: Desk['chance'] },
): Promise<Desk> {
  const caller = asking(stage.products, await signIn(stage.products, 'manager'), stats)
  const get = async (path: string) => (await caller.until({ method: 'GET', path })).body
  const [first, second] = listOf(await get('/companies'), 'companies').map(({ idcomp }) => Number(idcomp))
  const companies: [number, number] = [first ?? 0, second ?? 0]
  const contacts = listOf(await get(`/user/contacts/${companies[0]}`), 'contacts')
  const people = contacts.filter(({ mailuser }) => mailuser).map(({ id }) => Number(id))
  const form = await get(`/requests-form?company=${companies[0]}`)
  const module = Number(listOf(form, 'modules')[0]?.['idmod'])
  const type = Number(listOf(form, 'types')[0]?.['id'])
  return { ...caller, stage, ledger, companies, people, module, type, chance }
}

const AGAIN_MS = 200

/** Queries the database, repeating until it answers. */
async function patientRows<Found extends Row>(stage: Stage, text: string): Promise<Found[]> {
  for (;;) {
    const rows = await stage.rows<Found>(text).catch(() => undefined)
    if (rows) return rows
    await pause(AGAIN_MS)
  }
}

export const marksIn = ({ table, column }: (typeof places)[Made], word: string) =>
  `select id, ${column} as mark from ${table} where ${column} like '${word}%'`

/** Finds what a repeated call created when its first reply was lost, as a person would look for it. */
async function lookedFor({ stage, ledger }: Desk, kind: Made, mark: string): Promise<number> {
  ledger.lookedUp += 1
  const found = await patientRows<{ id: number }>(stage, marksIn(places[kind], mark))
  if (found.length !== 1) ledger.faults.add(`${kind} ${mark}: repeated by its key, is there ${found.length} times`)
  return found[0]?.id ?? 0
}

let serial = 0
/** Returns a word that appears nowhere else and is not the beginning of another one. */
export const newMark = ({ ledger }: Desk) => `${ledger.word}${(serial += 1)}z`

/**
 * Creates one thing by a call with its own idempotency key, and records that it was acknowledged.
 * @param idIn returns its id from the reply
 */
export async function make(
  desk: Desk,
  [kind, mark]: [Made, string],
  sent: Omit<Sent, 'method'>,
  idIn: (body: Row) => number,
): Promise<{ id: number; body: Row }> {
  const headers = { ...sent.headers, 'idempotency-key': mark }
  const answer = await desk.until({ ...sent, headers, method: 'POST' })
  const id = await idOf(desk, [kind, mark], answer, idIn)
  if (id > 0) desk.ledger.made[kind].set(mark, id)
  return { id, body: answer.body }
}

async function idOf(desk: Desk, [kind, mark]: [Made, string], answer: Answer, idIn: (body: Row) => number) {
  if (answer.status === 200) return idIn(answer.body)
  if (answer.status === 409 && answer.wasUncertain) return lookedFor(desk, kind, mark)
  desk.ledger.faults.add(`${kind}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  return 0
}
