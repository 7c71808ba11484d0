import type { AnyEndpoint } from '@vypusk/contract'
import { onlyReads } from '../../packages/server/src/platform/mount.ts'
import type { Caller } from '../world/people.ts'
import { states, type Kind, type State, type Thing } from '../world/ground.ts'
import type { World } from '../world/world.ts'

/** The parts of a call; path parameters by their names. */
export interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
}

/**
 * The clients who may make a call at all: those of the thing's companies, those of them who may also open the registry,
 * or none.
 */
export type Clients = 'theirs' | 'registry' | 'never'

export interface Line {
  /** The kind of thing the call is about; left out if it is not about a particular thing. */
  kind?: Kind
  clients: Clients
  parts: (thing: Thing, world: World, caller: Caller) => Parts
  /**
   * Statuses other than 2xx that also mean the caller has access: the input makes no sense, or the feature is not set
   * up.
   */
  admits: readonly number[]
  /** Whether the call ends or removes its thing, so that every caller needs a separate one. */
  takes: boolean
  /** Whether a deleted thing is refused, or found all the same (for some calls only a deleted one is). */
  deleted: 'refused' | 'found'
  /** For clients only the owner matters, not whether the thing is hidden. */
  byOwner: boolean
  /** The reply lists the refusals one by one, so everybody who may make the call at all gets an answer. */
  forEach: boolean
  /** The call uses a secret link, which acts as the person it was made for: the own company's client. */
  isLink: boolean
  /** The thing is named in the body, so a deleted one is refused with 422 at its field. */
  byField: boolean
  /** The states of the thing to try; all by default. */
  states: readonly State[]
  /** Undoes a call that made things visible to others. */
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

/** A call that is not about a particular thing: only who may make it at all is checked. */
export const plain = (overrides: Overrides = {}): Line => ({ ...usual, ...overrides })
/** A call about one thing, whose id is in the address by default. */
export const about = (kind: Kind, overrides: Overrides = {}): Line => ({
  ...usual,
  kind,
  parts: ({ id }) => ({ params: { id } }),
  ...overrides,
})
/** A call with a body. */
export const post = (body: unknown, overrides: Overrides = {}): Line => plain({ parts: () => ({ body }), ...overrides })
/** A call about one thing, with a body. */
export const change = (kind: Kind, body: (thing: Thing, world: World) => unknown, overrides: Overrides = {}): Line =>
  about(kind, { parts: (thing, world) => ({ params: { id: thing.id }, body: body(thing, world) }), ...overrides })

/** Whether the caller may make a call of this kind at all, according to the contract. */
export function isOpen(endpoint: AnyEndpoint, { idcomp, isAdmin, scope, isEnded, token }: Caller): boolean {
  if (endpoint.access === 'public') return true
  if (!token || isEnded) return false
  // Only the directory's service may call these.
  if (endpoint.access === 'directory') return false
  if (scope && (endpoint.bySessionOnly || (scope === 'read' && !onlyReads(endpoint)))) return false
  if (endpoint.access === 'staff') return idcomp === null
  return endpoint.access === 'any' || isAdmin
}

/** Whether the caller may make this call about this thing, according to the contract and the line. */
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
/**
 * Whether a status is a refusal. 422 (invalid body) is only answered to those with access, so it is one only for a
 * deleted thing.
 */
export const isRefused = ({ byField }: Line, thing: Thing | undefined, status: number) =>
  REFUSALS.has(status) || (status === 422 && byField && thing?.isDeleted === true)
