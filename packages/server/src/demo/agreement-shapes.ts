import type { Loader } from './copy.ts'
import type { Journal, JournalRecord } from './journal.ts'
import type { Post } from './letters.ts'
import type { Company, Person } from './people.ts'
import type { Random } from './random.ts'
import type { Release } from './releases.ts'
import type { Day, Moment } from './time.ts'

/** What an agreement of the demo is while it is made. */

/** Why a company of the shown release is waited for, or what is said of it. */
export type Hold = 'remark' | 'scope' | 'waiting' | 'test' | 'freeze'

export type RecordChange = (change: JournalRecord) => void

export interface Making {
  random: Random
  today: Day
  load: Loader
  journal: Journal
  post: Post
}

/** The same where companies are asked. */
export interface Asking extends Making {
  /** How many verdicts there are so far. */
  results: number
}

/** When an agreement went through what. */
export interface Course {
  created_at: Moment
  sent_at: Moment | null
  /** When the client said something: agreed, or only remarked. */
  answered_at: Moment | null
  isAgreed: boolean
  /** Nothing happens to it after this. */
  end: Moment
  /** The last change. */
  updated_at: Moment
  version: number
}
export interface Agreement {
  id: number
  release: Release
  company: Company
  course: Course
  author: Person
  recipients: Person[]
  recipientsExtra: string[]
  releaseDate: Day
  releaseTime: string | null
  isPublishedOnTestEnv: boolean
  /** What it is shown by. */
  holds: ReadonlySet<Hold>
}
