import type { threads } from '@vypusk/contract'
import type { Via } from '../../platform/history.ts'
import '../../platform/events.ts'
import '../../platform/jobs.ts'
import '../../platform/history.ts'

/** What every event of a thread says. No words: who may not read an entry must not find them in what happened. */
interface OfThread {
  thread_id: number
}

/** Something was said in it. */
interface Said extends OfThread {
  entry_id: number
  side: threads.Side
  via: Via
}

/** Their entity is what the thread is about. */
declare module '../../platform/events.ts' {
  interface EventKinds {
    'thread.raised': Said & { blocks: boolean }
    /** An internal entry is staff's own: its event is told to staff only. */
    'thread.answered': Said & { internal: boolean }
    /** `by`: which side has closed it. */
    /** Said in the conversation of a request; `mentions` are those it names. */
    'thread.said': Said & { internal: boolean; asks: boolean; mentions: number[] }
    'thread.closed': OfThread & { by: threads.Side; reason: string; via: Via }
    /** Anything else: opened again, written anew, given to somebody else. */
    'thread.changed': OfThread & { via: Via }
    /** Its owner has not answered yet. */
    'thread.due': OfThread & { stage: 'before' | 'after' | 'people' }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Reminds whoever has to answer a remark. */
    remind_owners: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    thread: true
  }
}
