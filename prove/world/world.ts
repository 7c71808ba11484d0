import type { TestApp } from '../../packages/server/src/testing/app.ts'
import { Canaries } from './canaries.ts'
import { makeCallers, makeCompanies } from './people.ts'
import { makePrivateThings } from './private.ts'
import { kinds, makeModules, states, type Ground, type Kind, type State, type Thing } from './ground.ts'
import { makeDirectory } from './directory.ts'
import { makeCalendar, makeLink } from './links.ts'
import { makers } from './makers.ts'
import { makeReleaseThing, makeRequestThing } from './work.ts'

/** A system in which every text that not everybody may read contains a planted word to search for. */
export interface World extends Ground {
  product: TestApp
  callers: Awaited<ReturnType<typeof makeCallers>>['callers']
  things: Record<Kind, Record<State, Thing>>
  /** The token of a service that reports people over SCIM: `DIRECTORY` names one person and one group. */
  directory: string
  /** The secret of the calendar link of the own company's client. */
  calendar: string
  /** The link in a letter about the own agreement, for the same person. */
  link: string
  priv: Awaited<ReturnType<typeof makePrivateThings>>
  /** Creates a separate thing for a call that changes it. */
  fresh(kind: Kind, state?: State): Promise<Thing>
  /** All things, including those created for single calls. */
  made: Thing[]
}

/** Puts requests of both companies into one visible release, and a request of the own company into a hidden one. */
async function mix(ground: Ground) {
  const own = await makeRequestThing(ground, 'own')
  const foreign = await makeRequestThing(ground, 'foreign')
  await makeReleaseThing(ground, 'own', { requests: [own.id, foreign.id], also: [ground.companies.other] })
  const inHidden = await makeRequestThing(ground, 'own')
  await makeReleaseThing(ground, 'hidden', { requests: [inHidden.id] })
}

export async function makeWorld(product: TestApp): Promise<World> {
  const { db, store } = product.deps
  const canaries = new Canaries()
  const companies = await makeCompanies(db, canaries)
  const { ids, callers } = await makeCallers(db, canaries, companies)
  const modules = await makeModules(db, canaries, companies)
  const ground: Ground = { db, store, canaries, companies, people: ids, modules }
  const things = {} as World['things']
  for (const kind of kinds) {
    const of = {} as Record<State, Thing>
    for (const state of states) of[state] = await makers[kind](ground, state)
    things[kind] = of
  }
  await mix(ground)
  const priv = await makePrivateThings(ground)
  const directory = await makeDirectory(db)
  const calendar = await makeCalendar(ground, ids.client)
  const link = await makeLink(ground, things.agreement.own.id)
  const made = Object.values(things).flatMap((of) => Object.values(of))
  const fresh: World['fresh'] = async (kind, state = 'own') => {
    const thing = await makers[kind](ground, state)
    made.push(thing)
    return thing
  }
  return { ...ground, product, callers, things, calendar, link, priv, directory, made, fresh }
}
