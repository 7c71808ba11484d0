import * as z from 'zod'
import { abilities, day, fileInfo, id, moment, ref } from '../values.ts'

/** The shapes of remarks and conversations; the calls are in threads.ts. */

export const subject = z.enum(['agreement', 'request'])
export type Subject = z.output<typeof subject>
export const kind = z.enum(['remark', 'talk'])
export type Kind = z.output<typeof kind>
export const side = z.enum(['staff', 'client'])
export type Side = z.output<typeof side>
/** Whose turn it is: that of the side that answers, that of the side that raised it, or neither. */
export const state = z.enum(['open', 'answered', 'closed'])
export type State = z.output<typeof state>

/** What people may do with their own entries. */
export const entryActions = ['rewrite', 'withdraw'] as const
export type EntryAction = (typeof entryActions)[number]

export const entry = z.object({
  id,
  side,
  /** Id 0 and the address as the name for an entry written through a letter's link by somebody without an account. */
  user: ref,
  /** The entry comes from the system that the request was imported from; `user` is its author there, with id 0. */
  imported: z.boolean(),
  /** Staff wrote it for the client, as it was told them. */
  on_behalf: z.boolean(),
  /** Empty once it is withdrawn. */
  html: z.string(),
  /** Written for staff only; never included in a reply to a client. */
  internal: z.boolean(),
  /** The author waits for an answer; only in a conversation. */
  asks: z.boolean(),
  /** People mentioned by @. */
  mentions: z.array(ref),
  files: z.array(fileInfo),
  created_at: moment,
  edited_at: moment.nullable(),
  withdrawn_at: moment.nullable(),
  /** The version of this entry only; other entries of the thread do not change it. */
  version: z.int(),
  abilities: abilities(...entryActions),
})
export type Entry = z.output<typeof entry>

/** Actions on a thread. */
export const actions = ['answer', 'internal', 'close', 'reopen', 'owner', 'due', 'blocks'] as const
export type Action = (typeof actions)[number]

export const thread = z.object({
  id,
  entity: subject,
  entity_id: id,
  kind,
  side,
  user: ref,
  /** The member of staff who answers it. */
  owner: ref.nullable(),
  /** The day by which it should be answered. */
  due: day.nullable(),
  blocks: z.boolean(),
  state,
  closing: z.object({ at: moment, user: ref, reason: z.string() }).nullable(),
  /** Closing it requires a reason, because the other side raised it. */
  needs_reason: z.boolean(),
  created_at: moment,
  updated_at: moment,
  version: z.int(),
  /** Oldest first. */
  entries: z.array(entry),
  /** How many entries before them were left out, because only the newest were asked for. */
  earlier: z.int().min(0),
  abilities: abilities(...actions),
})
export type Thread = z.output<typeof thread>

/** Remarks that are not closed: those that block, the others, and the client's blocking ones that nobody has answered. */
export const openRemarks = z.object({ blocking: z.int().min(0), other: z.int().min(0), unanswered: z.int().min(0) })
export type OpenRemarks = z.output<typeof openRemarks>
