import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { draftIn } from '../../../components/kit/fields/useDraft.ts'
import { draftQuery } from '../api.ts'
import type { Draft } from './draft.ts'

const SHARED = 'publication.0'

/** What the address names: `?release_ids=1,2&corrects=9`. */
export interface Named {
  named: number[]
  corrected: number | null
}

/** Which draft a form continues. */
export interface DraftPlace extends Named {
  /** The name of the draft in this browser. */
  name: string
  /** The form has a draft of its own, kept in this browser only: the server keeps one for a person. */
  isApart: boolean
}

const idsIn = (text = '') =>
  text
    .split(',')
    .filter((id) => /^\d{1,9}$/.test(id))
    .map(Number)

const ownName = ({ named, corrected }: Named) => `${SHARED}.${named.join('-')}.${corrected ?? ''}`
const keptIn = (name: string) => draftIn(name) as Partial<Draft> | null

const listOf = (draft: Partial<Draft> | null) => draft?.list ?? []

/** The later one of the two copies of the shared draft. */
function sharedDraft(onServer: Draft | null): Partial<Draft> | null {
  const here = keptIn(SHARED)
  return onServer && onServer.changed > (here?.changed ?? '') ? onServer : here
}

/**
 * A form opened for particular releases continues the unfinished publication only if that has one of them: the shared
 * one, or this browser's copy of it while the server has a later one of other releases, begun elsewhere.
 */
function placeFor(address: Named, onServer: Draft | null): DraftPlace {
  const list = listOf(sharedDraft(onServer))
  const isOfThem = [...list, ...listOf(keptIn(SHARED))].some(({ release }) => address.named.includes(release))
  const isOther = list.length > 0 || listOf(keptIn(ownName(address))).length > 0
  const isApart = address.named.length > 0 && !isOfThem && isOther
  return { ...address, name: isApart ? ownName(address) : SHARED, isApart }
}

/**
 * Decides which draft the form continues, before there is a form: what belongs to another publication must not get into
 * it. Without an answer of the server, what this browser keeps decides.
 * @returns null until it is known
 */
export function useDraftPlace(): DraftPlace | null {
  const { release_ids, corrects } = useSearch({ strict: false })
  const key = `${release_ids ?? ''} ${corrects ?? ''}`
  const { data, isPending, failureCount } = useQuery(draftQuery)
  const [decided, setDecided] = useState<{ key: string; place: DraftPlace } | null>(null)
  if (decided?.key === key) return decided.place
  const address = { named: idsIn(release_ids), corrected: idsIn(corrects)[0] ?? null }
  if (address.named.length > 0 && isPending && failureCount === 0) return null
  const place = placeFor(address, data?.draft ?? null)
  // Setting state during rendering is React's way of remembering: what is typed later must not change the decision.
  setDecided({ key, place })
  return place
}
