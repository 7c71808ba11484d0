import type { Line } from '../line.ts'
import { accounts, administration } from './administration.ts'
import { agreements, publications } from './agreements.ts'
import { registry } from './registry.ts'
import { releases } from './releases.ts'
import { requests } from './requests.ts'

/** Ends the session it is called with, or never ends by itself; both are walked by themselves. */
export const APART = new Set(['auth.logout', 'live.events'])

/** One line for every endpoint of the contract: what it is about, and which clients it is open to. */
export const table: Record<string, Line> = {
  ...requests,
  ...releases,
  ...agreements,
  ...publications,
  ...registry,
  ...administration,
  ...accounts,
}
