import { corporate } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { inTab } from '../../../ui/storage.ts'
import { enter } from './entering.ts'

type Begun = Omit<BodyInput<typeof corporate.finish>, 'search'>

/** Stored in the tab that began the sign-in; an answer that arrives in another tab is ignored. */
const keptBegun = inTab<Begun>('corporate')

const NOT_BEGUN = 'Этот вход начат в другом окне или уже закончен. Начните вход ещё раз'

/**
 * Goes to the company's own identity provider.
 * @throws ApiError when it is refused
 */
export async function beginCorporate(): Promise<void> {
  const { url, ...begun } = await call(corporate.start, { onRefusal: 'throw' })
  keptBegun.write(begun)
  globalThis.location.assign(url)
}

/**
 * Signs in the person whom the identity provider has sent back.
 * @returns the address the person was going to
 * @throws ApiError with the reason for a refusal
 */
export async function finishCorporate(): Promise<string> {
  const begun = keptBegun.read()
  keptBegun.write(null)
  if (begun === null) throw new ApiError({ status: 422, message: NOT_BEGUN, errors: {}, data: {}, onRefusal: 'throw' })
  const { search } = globalThis.location
  const reply = await call(corporate.finish, { body: { ...begun, search }, onRefusal: 'throw' })
  return enter(reply)
}
