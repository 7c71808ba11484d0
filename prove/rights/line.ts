import type { AnyEndpoint } from '@vypusk/contract'
import type { Caller } from '../world/people.ts'
import { states, type Kind, type State, type Thing } from '../world/ground.ts'
import type { World } from '../world/world.ts'

/** What a call is made of. Path parameters by their names. */
export interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
}

/** Which clients a call is open to at all: those of the thing's companies, those among them let into the registry, none. */
export type Clients = 'theirs' | 'registry' | 'never'

export interface Line {
  /** The kind of thing it is about; left out where it is about nothing in particular. */
  kind?: Kind
  clients: Clients
  parts: (thing: Thing, world: World, caller: Caller) => Parts
  /** Answers beside 2xx that mean that the caller was let in: what is asked for makes no sense, or is not set up here. */
  admits: readonly number[]
  /** Ends or takes away what it is called with, so that every caller needs a thing of its own. */
  takes: boolean
  /** Whether the thing is found although it is deleted, or only because it is. */
  deleted: 'refused' | 'found'
  /** Only whose it is counts for clients, not whether it is hidden. */
  byOwner: boolean
  /** Says in its reply what was refused: whoever may call it at all is answered. */
  forEach: boolean
  /** A secret link reads as the person it was made for: the own company's client. */
  isLink: boolean
  /** Names the thing in its body, so that one that is not there any more is refused under its field: 422. */
  byField: boolean
  /** States it is tried in; all unless said otherwise. */
  states: readonly State[]
  /** Puts back what a call has opened to others. */
  undo?: (world: World, thing: Thing) => Promise<void>
}

type Overrides = Partial<Line>
const usual: Line = {
  clients: 'theirs',
  parts: () => ({}),
  admits: [],
  takes: false,
  deleted: 'refused',
  byOwner: false,
  forEach: false,
  isLink: false,
  byField: false,
  states,
}

/** About nothing in particular: who may call it at all is what counts. */
export const plain = (overrides: Overrides = {}): Line => ({ ...usual, ...overrides })
/** About one thing, whose id stands in the address unless said otherwise. */
export const about = (kind: Kind, overrides: Overrides = {}): Line => ({
  ...usual,
  kind,
  parts: ({ id }) => ({ params: { id } }),
  ...overrides,
})
/** With a body. */
export const post = (body: unknown, overrides: Overrides = {}): Line => plain({ parts: () => ({ body }), ...overrides })
/** About one thing, with a body. */
export const change = (kind: Kind, body: (thing: Thing, world: World) => unknown, overrides: Overrides = {}): Line =>
  about(kind, { parts: (thing, world) => ({ params: { id: thing.id }, body: body(thing, world) }), ...overrides })

const onlyReads = ({ method, reads }: AnyEndpoint) => method === 'GET' || method === 'HEAD' || reads === true

/** Whether a call of this kind is open to the caller, whatever it is about: what the contract says. */
export function isOpen(endpoint: AnyEndpoint, { idcomp, isAdmin, scope, isEnded, token }: Caller): boolean {
  if (endpoint.access === 'public') return true
  if (!token || isEnded) return false
  // Only a service of the directory says who there is.
  if (endpoint.access === 'directory') return false
  if (scope && (endpoint.bySessionOnly || (scope === 'read' && !onlyReads(endpoint)))) return false
  if (endpoint.access === 'staff') return idcomp === null
  return endpoint.access === 'any' || isAdmin
}

/** Whether the caller may have this done to this thing: the contract's word and the line's. */
export function mayCall(endpoint: AnyEndpoint, line: Line, caller: Caller, thing: Thing | undefined): boolean {
  if (!isOpen(endpoint, caller)) return false
  if (thing?.isDeleted && line.deleted === 'refused') return false
  if (endpoint.access === 'public' || caller.idcomp === null) return true
  if (line.clients === 'never') return false
  if (line.clients === 'registry' && !caller.mayEnterRegistry) return false
  if (!thing) return true
  return line.byOwner ? thing.owner === caller.idcomp : thing.companies.includes(caller.idcomp)
}

export const isAdmitted = (line: Line, status: number) => status < 300 || line.admits.includes(status)
const REFUSALS = new Set([401, 403, 404, 410])
/** 422 says that the body is wrong, which only who may call it learns: no refusal, but of a thing that is gone. */
export const isRefused = ({ byField }: Line, thing: Thing | undefined, status: number) =>
  REFUSALS.has(status) || (status === 422 && byField && thing?.isDeleted === true)
