import type { agreements } from '@vypusk/contract'
import { formatShortDay } from '../../../ui/dates.ts'

/** «предложена дата 05.03»: the client has answered and waits for the provider. */
export const offeredInWords = ({ releaseDate }: Pick<agreements.Offer, 'releaseDate'>): string =>
  `предложена дата ${formatShortDay(releaseDate)}`
