import type { BodyInput, FileInfo, threads } from '@vypusk/contract'
import type { MentionedPerson } from '../../kit/fields/mentions.ts'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

/** Where remarks are shown: to somebody who is signed in, or to whoever came by a letter's link. */

/** What somebody says: rich text and files that the server has. */
export interface Words {
  html: string
  files: number[]
  /** Whom the words name by @. */
  mentions: number[]
}

/** The sentence of a refusal, or null once it is kept. */
type Kept = Promise<string | null>

/** What may be done to remarks here; what is left out nobody does here. */
export interface Acts {
  raise: (words: Words & { blocks: boolean }) => Kept
  answer: (thread: threads.Thread, words: Words & { internal: boolean }) => Kept
  turn: (thread: threads.Thread, to: { state: 'open' | 'closed'; reason: string }) => Kept
  rewrite?: (thread: threads.Thread, entry: threads.Entry, words: Words) => Kept
  withdraw?: (thread: threads.Thread, entry_id: number) => Kept
  /** Who answers, by when, and whether the publication waits. */
  save?: (thread: threads.Thread, change: Pick<BodyInput<typeof threads.save>, 'owner' | 'due' | 'blocks'>) => Kept
}

/** Files on their way to the server. */
export interface Attaching {
  underWay: readonly { key: string; name: string; status: string; isBad: boolean }[]
  add: (files: readonly File[]) => void
  cancel: (key: string) => void
}

export interface AttachProps {
  /** Whose files they are: the draft's name. */
  name: string
  /** Told of each file that the server has. */
  onFile: (file: FileInfo) => void
  children: (attaching: Attaching) => ReactNode
}

export interface Place {
  /** Who can be named by @; nobody where left out. */
  people?: readonly MentionedPerson[]
  /** What drafts are kept under. */
  name: string
  isRivc: boolean
  acts: Acts
  /** Sends files. */
  Attach: (props: AttachProps) => ReactNode
  /** Saves a file to the person's disk. */
  saveFile: (id: number) => void
}

const There = createContext<Place | null>(null)
export const ThreadsPlace = There.Provider

export function usePlace(): Place {
  const place = useContext(There)
  if (!place) throw new Error('remarks are shown in a ThreadsPlace')
  return place
}
