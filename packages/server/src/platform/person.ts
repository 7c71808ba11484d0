import type { tokens } from '@vypusk/contract'

/** The person who makes a call. `idcomp` is the company of a client and null for staff. */
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
  /** For a client: may edit the company's calendar. */
  can_edit_calendar: boolean
  /** The account used to sign in, if this is the same person's account in a further company. */
  person_id?: number | null
  /** An account of a program: nobody can sign in with it, and no matters wait for it. */
  is_service?: boolean
  /** The scope of the API token used; undefined for a session, which allows everything. */
  scope?: tokens.TokenScope | 'directory'
  /** The installation shows planned hours to clients too. */
  hours_open?: true
  /** A second factor is required, and the session was opened without one. */
  mustSetUpFactor?: true
  /** The live stream of the calling browser, if the call names one. */
  stream?: string
}

/** Used when nobody is signed in. It has no row, so nothing can be written in its name. */
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

/** The product itself. It has no account, so the history shows its name in place of an address. */
export const PRODUCT: Person = { ...NOBODY, isRivc: true, idcomp: null, name: 'Выпуск', email: 'Выпуск' }

/**
 * Whether the person sees planned hours of requests, releases and entries: only staff do, unless the installation opens
 * them to clients (`HOURS_FOR_CLIENTS`).
 */
export const seesHours = ({ isRivc, hours_open }: Pick<Person, 'isRivc' | 'hours_open'>): boolean =>
  isRivc || hours_open === true

/** Somebody who may be notified of something. */
export type Hearer = Pick<Person, 'isRivc' | 'isAdmin' | 'idcomp' | 'can_enter_registry'>

/** Whose a token is at the moment, and what that person may hear. */
export type Staying = Hearer & Pick<Person, 'id'>

/** A thing, reduced to what decides who may see it. */
export interface KnownThing {
  entity: string
  /** Client companies whose people may see it; null when everybody may. */
  companies: number[] | null
}

/** Prefix of every API token, by which programs that look for leaked secrets recognise them. */
export const API_TOKEN = 'vypusk_'

/**
 * Returns the login of a person's account in a further company. Nobody can sign in with it: the account is opened by the
 * person's own login. Nobody else has it either, not even somebody who gets the login of a person who has left: it names
 * the person, and logins have no spaces.
 */
export const furtherLogin = (login: string, person_id: number, idcomp: number) =>
  `${login} #${person_id}-${idcomp}`.slice(-100)
