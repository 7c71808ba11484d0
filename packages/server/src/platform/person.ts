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
  /** What the API token that stands for the person allows; left out of a session, which allows everything. */
  scope?: tokens.TokenScope
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
}

/** What every API token begins with, so that programs that look for leaked secrets know it. */
export const API_TOKEN = 'vypusk_'
