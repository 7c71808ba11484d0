import type { threads } from '@vypusk/contract'
import type { Via } from '../../platform/history.ts'
import '../../platform/events.ts'
import '../../platform/jobs.ts'
import '../../platform/history.ts'

/**
 * The fields of every event of a thread. They hold no text: people who may not read an entry must not find it in an
 * event.
 */
interface OfThread {
  thread_id: number
}

/** An entry was written. */
interface EntryWritten extends OfThread {
  entry_id: number
  side: threads.Side
  via: Via
}

/** The id of an entry, if the change is that its author has withdrawn it: whoever keeps a copy of its words drops it. */
interface Withdrawal {
  withdrawn?: number
}

/** The people that an entry names since it was edited. */
interface Naming {
  entry_id?: number
  mentions?: number[]
}

/** A remark waits for an answer again, without a new entry; `entry_id` is the entry that it began with. */
interface Reopening {
  entry_id?: number
  reopened?: true
}

/** The entity of these events is what the thread is about. */
declare module '../../platform/events.ts' {
  interface EventKinds {
    'thread.raised': EntryWritten & { blocks: boolean }
    /** An internal entry belongs to staff: its event is announced to staff only. */
    'thread.answered': EntryWritten & { internal: boolean }
    /** An entry was written in the conversation of a request; `mentions` are the people it names. */
    'thread.said': EntryWritten & { internal: boolean; asks: boolean; mentions: number[] }
    /** `by` is the side that has closed it. */
    'thread.closed': OfThread & Withdrawal & { by: threads.Side; reason: string; via: Via }
    /** Anything else: it was reopened, edited or given to another owner, whose id is `owner_id` then. */
    'thread.changed': OfThread & Withdrawal & Naming & Reopening & { via: Via; owner_id?: number }
    /** The owner has not answered yet. */
    'thread.due': OfThread & { stage: 'before' | 'after' | 'people' }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Reminds the owners of unanswered remarks. */
    remind_owners: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    thread: true
  }
}
