import type { BodyInput, FileInfo, threads } from '@vypusk/contract'
import type { MentionedPerson } from '../../kit/fields/mentions.ts'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

/** Where remarks are shown: to a signed-in person, or to somebody who came by a letter's link. */

/** What somebody writes: rich text, and files already uploaded. */
export interface Words {
  html: string
  files: number[]
  /** The people mentioned with @. */
  mentions: number[]
}

/** The sentence of a refusal, or null when it was saved. */
type Kept = Promise<string | null>

/** The actions on remarks that are possible here; those left out are not offered. */
export interface Acts {
  raise: (words: Words & { blocks: boolean }) => Kept
  answer: (thread: threads.Thread, words: Words & { internal: boolean }) => Kept
  turn: (thread: threads.Thread, to: { state: 'open' | 'closed'; reason: string }) => Kept
  rewrite?: (thread: threads.Thread, entry: threads.Entry, words: Words) => Kept
  withdraw?: (thread: threads.Thread, entry_id: number) => Kept
  /** Sets who answers, by when, and whether the publication waits; its form handles a refusal. */
  save?: (id: number, change: BodyInput<typeof threads.save>) => Promise<unknown>
}

/** Files being uploaded. */
export interface Attaching {
  underWay: readonly { key: string; name: string; status: string; isBad: boolean }[]
  add: (files: readonly File[]) => void
  cancel: (key: string) => void
}

export interface AttachProps {
  /** The name of the draft that the files belong to. */
  name: string
  /** Called with each uploaded file. */
  onFile: (file: FileInfo) => void
  children: (attaching: Attaching) => ReactNode
}

export interface Place {
  /** The people who can be mentioned with @; none when left out. */
  people?: readonly MentionedPerson[]
  /** The prefix of the names of drafts. */
  name: string
  isRivc: boolean
  acts: Acts
  /** Uploads files. */
  Attach: (props: AttachProps) => ReactNode
  /** Shows earlier entries of the threads that have some. */
  earlier: { isPending: boolean; show: () => Promise<void> }
  /** Downloads a file. */
  saveFile: (id: number) => void
}

const There = createContext<Place | null>(null)
export const ThreadsPlace = There.Provider

export function usePlace(): Place {
  const place = useContext(There)
  if (!place) throw new Error('remarks are shown in a ThreadsPlace')
  return place
}
