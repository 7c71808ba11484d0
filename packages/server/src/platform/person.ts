import type { tokens } from '@vypusk/contract'

/** Who asks. `idcomp` is the company of a client and null for staff. */
export interface Person {
  id: number
  login: string
  name: string
  email: string | null
  isRivc: boolean
  isAdmin: boolean
  idcomp: number | null
  can_enter_registry: boolean
  can_create_registry: boolean
  /** Of a client: keeps the calendar of the company. */
  can_edit_calendar: boolean
  /** The account that is signed in by, where this is one of a further company of the same person. */
  person_id?: number | null
  /** A program's own account: nobody signs in by it, and nothing waits for it. */
  is_service?: boolean
  /** What the API token that stands for the person allows; left out of a session, which allows everything. */
  scope?: tokens.TokenScope | 'directory'
  /** The installation shows planned hours to clients too. */
  hours_open?: true
  /** A second factor is demanded, and the session was opened without one. */
  mustSetUpFactor?: true
  /** The live stream of the browser that calls, where it names one. */
  stream?: string
}

/** Stands where nobody is signed in; owns no row, so nothing can be written in its name. */
export const NOBODY: Person = {
  id: 0,
  login: '',
  name: '',
  email: null,
  isRivc: false,
  isAdmin: false,
  idcomp: 0,
  can_enter_registry: false,
  can_create_registry: false,
  can_edit_calendar: false,
}

/** What the product does by itself: no account, so that in the history its name stands where an address would. */
export const SCHEDULE: Person = { ...NOBODY, isRivc: true, idcomp: null, name: 'Выпуск', email: 'Выпуск' }

/**
 * Whether planned hours of requests, releases and entries are told: they are staff's, unless the installation opens
 * them (`HOURS_FOR_CLIENTS`).
 */
export const seesHours = ({ isRivc, hours_open }: Pick<Person, 'isRivc' | 'hours_open'>): boolean =>
  isRivc || hours_open === true

/** Somebody who may be told of something. */
export type Hearer = Pick<Person, 'isRivc' | 'idcomp' | 'can_enter_registry'>

/** A thing as far as the right to know of it goes. */
export interface KnownThing {
  entity: string
  /** Client companies whose people may know of it; null: everybody's. */
  companies: number[] | null
}

/** What every API token begins with, so that programs that look for leaked secrets know it. */
export const API_TOKEN = 'vypusk_'
