/** An offer of another date, with the agreement that it is about. */
export interface OfferOf {
  agreement_id: number
  offer_id: number
}

/**
 * The offer of the agreement that an event is about: of one agreement it names the offer, of several those of all.
 * @param data of the event
 * @returns its id; null if the event is about none
 */
export function offerNamedIn(data: object, agreement_id: number): number | null {
  const { offer_id, offers = [] }: { offer_id?: number; offers?: OfferOf[] } = data
  return offer_id ?? offers.find((offer) => offer.agreement_id === agreement_id)?.offer_id ?? null
}
