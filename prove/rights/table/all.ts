import type { Line } from '../line.ts'
import { accounts, administration } from './administration.ts'
import { agreements, publications } from './agreements.ts'
import { registry } from './registry.ts'
import { releases } from './releases.ts'
import { requests } from './requests.ts'

/** Endpoints that end the session of the call, or never end by themselves; both are tested separately. */
export const APART = new Set(['auth.logout', 'live.events'])

/** One line for every endpoint of the contract: what it is about, and which clients may call it. */
export const table: Record<string, Line> = {
  ...requests,
  ...releases,
  ...agreements,
  ...publications,
  ...registry,
  ...administration,
  ...accounts,
}
