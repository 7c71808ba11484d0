import { notices, type QueryInput } from '@vypusk/contract'
import type { Api } from './app.ts'

/** A person's notices, newest first. */
export const noticesOf = async (api: Api, query: QueryInput<typeof notices.list> = {}) =>
  (await api(notices.list, { query })).body.notices

/** The same in short: kind, reason and text. */
export const briefNoticesOf = async (api: Api) =>
  (await noticesOf(api)).map(({ kind, reason, text }) => [kind, reason, text] as const)

export const watch = (api: Api, entity: notices.Watched, id: number, watches = true) =>
  api(notices.watch, { params: { entity, id }, body: { watches } })

/** Marks everything as read, so that whatever comes next is new. */
export async function clear(...people: Api[]): Promise<void> {
  for (const api of people) {
    const [newest] = await noticesOf(api)
    if (newest) await api(notices.read, { body: { until: newest.id } })
  }
}

export const unread = async (api: Api) => (await api(notices.count)).body.unread
