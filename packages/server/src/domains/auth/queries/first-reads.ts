import { setTimeout as pause } from 'node:timers/promises'
import { auth, type ReplyOf } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { callWithin } from '../../../platform/inner-call.ts'

/** A part that is not there within this time, ms, does not hold up the others. */
const LONGEST_MS = 1000

type FirstReads = ReplyOf<typeof auth.getFirstReads>
type Path = FirstReads['replies'][number]['path']

async function readOf(call: Call, path: Path): Promise<FirstReads['replies']> {
  const { statusCode, body } = await callWithin(call, { method: 'GET', url: `/api${path}` })
  return [{ path, status: statusCode, body: JSON.parse(body) as unknown }]
}

/** Reads what every screen begins with, each part by its own call; what takes too long is left out. */
export async function firstReads(call: Call): Promise<FirstReads> {
  const late = pause(LONGEST_MS, [], { ref: false })
  const replies = await Promise.all(auth.FIRST_READS.map((path) => Promise.race([readOf(call, path), late])))
  return { replies: replies.flat() }
}
