import type { Loader } from './copy.ts'
import type { Files } from './files.ts'
import type { Journal } from './journal.ts'
import type { Company, Module, Person, World } from './people.ts'
import type { Random } from './random.ts'
import type { Release } from './releases.ts'
import type { Day, Moment, WorkCalendar } from './time.ts'

/** Ids of request_statuses and request_types from the migrations. */
export const STATUS = { fresh: 1, estimate: 2, work: 3, done: 4, closed: 5, refused: 6 } as const
export const TYPE = { change: 1, error: 2, question: 3, data: 4 } as const

/** What the registry and other generators need to know about a request. */
export interface Request {
  id: number
  e_title: string
  status_id: number
  type_id: number
  author: Person
  company: Company
  module: Module
  urgency: number
  release: Release | null
  created_at: Moment
}

export interface Making {
  random: Random
  world: World
  releases: Release[]
  calendar: WorkCalendar
  today: Day
  count: number
  load: Loader
  journal: Journal
  files: Files
  /** Returns the next id of a developer's task. */
  issueIds: () => number
  onProgress: (made: number) => void
}
