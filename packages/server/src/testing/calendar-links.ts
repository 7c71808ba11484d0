import ICAL from 'ical.js'
import { calendar } from '@vypusk/contract'
import type { Api, TestApp } from './app.ts'

/** Calendar programs, which read by a link of their own. */

/** Creates the person's link. @returns its secret */
export async function subscribe(api: Api): Promise<string> {
  const { url } = (await api(calendar.subscribe)).body
  const [, secret] = /\/api\/calendar\/([\w-]{43})\/vypusk\.ics$/.exec(url) ?? []
  if (secret === undefined) throw new Error(`not the link of a calendar: ${url}`)
  return secret
}

/** Reads calendars as another program does. */
export const feedOf =
  (world: { product: TestApp }) =>
  (secret: string, headers: Record<string, string> = {}) =>
    world.product.anonymous(calendar.feed, { params: { secret }, headers })

/** Parses the entries as another program does. */
export const entries = (raw: Buffer): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(raw.toString('utf8'))).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
