import { registry } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { call } from '../../../api/client.ts'

/**
 * Marks the comments on an entry as read.
 * @param options what becomes of a refusal
 */
export const readComments = (body: BodyInput<typeof registry.readComments>, options: { onRefusal?: 'throw' } = {}) =>
  call(registry.readComments, { ...options, body })
