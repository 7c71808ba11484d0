import { requests } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { useChange } from '../../../api/changes.ts'
import type { ChangeOptions } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

/** The acts on a request that more than one screen has. */

type Text = BodyInput<typeof requests.saveDescription>

/**
 * Saves the text for release descriptions.
 * @param options what shows the request itself may take it from the reply
 * @throws 409 with what was saved meanwhile
 */
export const useSaveRequestText = (
  id: number,
  options: Pick<ChangeOptions<Text, ReplyOf<typeof requests.saveDescription>>, 'put'> = {},
) =>
  useChange({
    ...options,
    changes: ['request', 'release'],
    mutationFn: (body: Text) => call(requests.saveDescription, { params: { id }, body, onRefusal: 'throw' }),
  }).mutateAsync

/** @param options what becomes of a refusal */
export const saveBacklog = (body: BodyInput<typeof requests.saveBacklog>, options: { onRefusal?: 'throw' } = {}) =>
  call(requests.saveBacklog, { ...options, body })

/** Gives requests a status, or says whether they are paid for. */
export const saveStatus = (body: BodyInput<typeof requests.saveStatus>) => call(requests.saveStatus, { body })
