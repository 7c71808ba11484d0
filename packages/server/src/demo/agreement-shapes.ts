import type { Loader } from './copy.ts'
import type { Journal, JournalRecord } from './journal.ts'
import type { Post } from './letters.ts'
import type { Company, Person } from './people.ts'
import type { Random } from './random.ts'
import type { Release } from './releases.ts'
import type { Day, Moment } from './time.ts'

/** An agreement of the demo while it is being generated. */

/** Why a company of the shown release is waited for, or what it is warned about. */
export type Hold = 'remark' | 'scope' | 'waiting' | 'test' | 'freeze' | 'offer'

export type RecordChange = (change: JournalRecord) => void

export interface Making {
  random: Random
  today: Day
  load: Loader
  journal: Journal
  post: Post
}

/** The same with what is needed to send dates to companies. */
export interface Asking extends Making {
  /** Number of verdicts so far. */
  results: number
}

/** When the agreement went through its stages. */
export interface Course {
  created_at: Moment
  sent_at: Moment | null
  /** When the client answered: agreed, or only made a remark. */
  answered_at: Moment | null
  isAgreed: boolean
  /** Nothing happens to it after this moment. */
  end: Moment
  /** Moment of the last change. */
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
  /** What it is an example of. */
  holds: ReadonlySet<Hold>
}
