import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import { faultOf } from '../fuzz/judge.ts'
import { send } from '../rights/reply.ts'
import { table } from '../rights/table/all.ts'
import { changes, NOWHERE, sentOf } from '../rights/walk.ts'
import type { Line, Parts } from '../rights/line.ts'
import type { World } from '../world/world.ts'
import type { Thing } from '../world/ground.ts'
import { possible } from './possible.ts'
import { schemaOf, textsIn, withValue, type Text } from './places.ts'

/** Puts the longest text that the contract takes into every field of every call, in signs that are easily miscounted. */

/** A flag is two characters, each of two halves; a letter with a mark is two, and one once it is composed. */
const SIGNS = ['🚀', '🇷🇺', 'и\u0306', 'ё\u0301']

const filled = (sign: string, most: number) => {
  const characters = Array.from(sign)
  return Array.from({ length: most }, (_, at) => characters[at % characters.length]).join('')
}

/** Of texts with pictures: they take seconds, and their bodies have limits of their own. */
const LONGEST = 25_000
const TOO_LONG = /длинн|короче|символ|сократите/i

/** Calls that end the caller's session. */
const APART = new Set(['account.endOthers', 'auth.logout'])

export const names = Object.keys(table).filter((name) => changes(name) && !APART.has(name) && endpoints[name]?.body)

interface Call {
  name: string
  endpoint: AnyEndpoint
  line: Line
  parts: (thing: Thing) => Parts
}

function callsOf(world: World, name: string): Call[] {
  const [endpoint, line] = [endpoints[name], table[name]]
  if (!endpoint || !line) return []
  const own = possible[name] ?? [(of: World, thing: Thing) => line.parts(thing, of, adminOf(world))]
  return own.map((make) => ({ name, endpoint, line, parts: (thing) => make(world, thing) }))
}

function adminOf({ callers }: World) {
  const admin = callers.find(({ key }) => key === 'admin')
  if (!admin) throw new Error('There is no administrator')
  return admin
}

const statusFault = (status: number, text: string) =>
  status === 413 || (status === 422 && TOO_LONG.test(text)) ? `${status} ${text.slice(-200)}` : undefined

/** Makes the call with a text; undefined if the contract takes no such text there. @returns what is wrong */
async function tell(world: World, call: Call, text: Text, sign: string): Promise<{ isTaken: boolean; fault?: string }> {
  const { endpoint, line } = call
  const thing = line.kind ? await world.fresh(line.kind) : NOWHERE
  const parts = call.parts(thing)
  const value = filled(sign, text.most)
  const body = withValue(parts.body, { path: text.path, value, schema: schemaOf(endpoint) })
  if (endpoint.body?.safeParse(body).success !== true) return { isTaken: false }
  await world.db.deleteFrom('rates').execute()
  const reply = await send(world.product, adminOf(world), endpoint, sentOf(endpoint, { ...parts, body }))
  const answer = { status: reply.status, body: reply.text.slice(reply.text.indexOf('\n') + 1), contentType: '' }
  const fault = faultOf(endpoint, answer) ?? statusFault(answer.status, answer.body)
  return { isTaken: reply.status < 300, ...(fault === undefined ? {} : { fault }) }
}

export interface Told {
  /** Texts that have been stored or used. */
  taken: number
  faults: string[]
}

/** Puts the longest texts into every field of an endpoint. */
export async function tellLongest(world: World, name: string): Promise<Told> {
  const told: Told = { taken: 0, faults: [] }
  const all = callsOf(world, name).flatMap((call) =>
    textsIn(schemaOf(call.endpoint))
      .filter(({ most }) => most <= LONGEST)
      .flatMap((text) => SIGNS.map((sign) => ({ call, text, sign }))),
  )
  for (const { call, text, sign } of all) {
    const { isTaken, fault } = await tell(world, call, text, sign)
    if (isTaken) told.taken += 1
    if (fault !== undefined) told.faults.push(`${text.path.join('.')} of ${text.most} × ${sign}: ${fault}`)
  }
  return told
}
