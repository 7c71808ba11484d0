import { requests, type Ref } from '@vypusk/contract'
import type { Db } from '../../../../platform/call.ts'
import { personNames } from '../../../catalog/port.ts'
import {
  accountsToCompare,
  namesOfComments,
  namesOfRequests,
  sourcesIn,
  type RequestsOfName,
} from '../../queries/import/names.ts'
import { nearest } from '../words/likeness.ts'
import { withoutAccount } from '../../rules.ts'

/** A person's name in a source, with how much it has here. */
export interface Named extends RequestsOfName {
  comments: number
}

/** The most names that similar accounts are searched for. */
const MOST_ALIKE = 200

/**
 * Everybody that a source names. A comment stores its author without what leads to an account, so it is matched with
 * the requests' names if only one of them has that name.
 */
export async function peopleIn(db: Db, source: string): Promise<Named[]> {
  const [written, commented] = await Promise.all([
    namesOfRequests.all(db, { source }),
    namesOfComments.all(db, { source }),
  ])
  const bare = Map.groupBy(written, ({ name }) => withoutAccount(name))
  const own = commented.filter(({ name }) => bare.get(name)?.length !== 1)
  const ofComment = new Map(commented.map((one) => [one.name, one]))
  const named = written.map((one): Named => {
    const name = withoutAccount(one.name)
    const words = bare.get(name)?.length === 1 ? ofComment.get(name) : undefined
    return { ...one, comments: words?.comments ?? 0, user_id: one.user_id ?? words?.user_id ?? null }
  })
  return [...named, ...own.map((one): Named => ({ ...one, requests: 0, assigned: 0 }))]
}

const weight = ({ requests: all, assigned, comments }: Named) => all + assigned + comments

/** The people of a source, for joining them with accounts: those without an account first, then the most frequent. */
export async function namesOf(db: Db, wanted: string | undefined): Promise<requests.ImportedNames> {
  const sources = (await sourcesIn.all(db, {})).map((row) => row.source)
  const source = wanted ?? sources[0] ?? null
  const all = source === null ? [] : await peopleIn(db, source)
  const shown = all
    .toSorted((a, b) => Number(a.user_id !== null) - Number(b.user_id !== null) || weight(b) - weight(a))
    .slice(0, requests.MAX_NAMED_PEOPLE)
  const here = await personNames(db, new Set(shown.flatMap(({ user_id }) => user_id ?? [])))
  const alike = await alikeTo(
    db,
    shown.filter(({ user_id }) => user_id === null),
  )
  const names = shown.map(({ user_id, ...one }) => ({
    ...one,
    user: user_id === null ? null : (here.get(user_id) ?? null),
    alike: alike.get(one.name) ?? null,
  }))
  return { sources, source, names, names_count: all.length }
}

async function alikeTo(db: Db, open: Named[]): Promise<Map<string, Ref>> {
  if (open.length === 0) return new Map()
  const people = await accountsToCompare.all(db, {})
  const words = open.slice(0, MOST_ALIKE).map(({ name }) => name)
  const bare = new Map(words.map((name) => [withoutAccount(name), name]))
  const found = await nearest(db, [...bare.keys()], people)
  return new Map(found.map(([word, ref]) => [bare.get(word) ?? word, ref]))
}
