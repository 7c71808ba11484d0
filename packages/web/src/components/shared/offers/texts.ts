import type { agreements } from '@vypusk/contract'
import { formatShortDay } from '../../../ui/dates.ts'
import { readBy, type Zoned } from '../dates/moments.ts'

/** «предложена дата 05.03», by the reader's clock: the client has answered and waits for the provider. */
export const offeredInWords = (offer: Pick<agreements.Offer, 'releaseDate' | 'releaseTime'>, zoned: Zoned): string =>
  `предложена дата ${formatShortDay(readBy({ ...zoned, ...offer }).day)}`
