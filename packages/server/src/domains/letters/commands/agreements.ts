import {
  approvedForClient,
  approvedForStaff,
  createdForStaff,
  movedAsking,
  movedForClient,
  movedForStaff,
  sentForClient,
  sentForStaff,
} from '../templates/agreement-letters.ts'
import {
  acceptedForClient,
  acceptedTelling,
  acceptedForStaff,
  declinedAsking,
  declinedForNow,
  declinedForStaff,
  declinedTelling,
  endedForOfferer,
  offeredForStaff,
} from '../templates/offer-letters.ts'
import type { Addressee } from '../rules.ts'
import { offererOnly, OUTCOMES } from './offerers.ts'
import { agreementListener, clients, colleagues } from './write.ts'

/** The letters about an agreement, and who gets them. */

/** The client is asked when staff send the date; until then only the colleagues chosen as recipients are notified. */
export const onCreated = agreementListener<'agreement.created'>((agreement) => ({
  staff: { content: createdForStaff, people: colleagues(agreement) },
}))

export const onSent = agreementListener<'agreement.sent'>((agreement, { data: { only } }) => {
  const chosen = (people: Addressee[]) => (only ? people.filter(({ id }) => only.users.includes(id)) : people)
  return {
    question: {
      content: sentForClient,
      people: chosen(clients(agreement)),
      extra: only?.extra ?? agreement.recipientsExtra,
    },
    staff: { content: sentForStaff, people: chosen(colleagues(agreement)) },
    entry: 'asked',
  }
})

/**
 * An approval by the client is reported to staff; one on its behalf also to the client, who may object. The person who
 * offered another date learns that it is no longer considered.
 */
export const onApproved = agreementListener<'agreement.approved'>((agreement, { data }) => ({
  client: data.on_behalf
    ? {
        content: approvedForClient(data),
        people: [...clients(agreement), ...agreement.offerer.people],
        extra: agreement.offerer.extra,
      }
    : { content: endedForOfferer(OUTCOMES.agreed), ...agreement.offerer },
  staff: { content: approvedForStaff(data), people: agreement.team },
  entry: 'agreed',
}))

/** People who are asked for the new date by the same act read about the move in that letter. */
export const onMoved = agreementListener<'agreement.moved'>((agreement, { data }) => ({
  ...(data.asks
    ? {
        question: { content: movedAsking(data), people: clients(agreement), extra: agreement.recipientsExtra },
        client: { content: movedForClient(data), ...offererOnly(agreement) },
      }
    : {
        client: {
          content: movedForClient(data),
          people: [...clients(agreement), ...offererOnly(agreement).people],
          extra: agreement.recipientsExtra,
        },
      }),
  staff: { content: movedForStaff(data), people: [...agreement.team, ...colleagues(agreement)] },
  entry: 'asked',
}))

export const onOfferWithdrawn = agreementListener<'agreement.offer_withdrawn'>((agreement) => ({
  client: { content: endedForOfferer(OUTCOMES.withdrawn), ...agreement.offerer },
}))

/** The person who offered another date learns that the release was published before staff answered. */
export const onOfferLapsed = agreementListener<'agreement.offer_lapsed'>((agreement) => ({
  client: { content: endedForOfferer(OUTCOMES.published), ...agreement.offerer },
}))

export const onOffered = agreementListener<'agreement.offered'>((agreement, { data }) => ({
  staff: { content: offeredForStaff(data), people: agreement.team },
}))

export const onOfferAccepted = agreementListener<'agreement.offer_accepted'>((agreement, { data }) => ({
  ...(data.asks
    ? {
        client: { content: endedForOfferer(OUTCOMES.accepted), ...offererOnly(agreement) },
        question: { content: acceptedForClient(data), people: clients(agreement), extra: agreement.recipientsExtra },
      }
    : {
        client: {
          content: acceptedTelling,
          people: [...clients(agreement), ...offererOnly(agreement).people],
          extra: agreement.recipientsExtra,
        },
      }),
  staff: { content: acceptedForStaff(data), people: [...agreement.team, ...colleagues(agreement)] },
  entry: 'asked',
}))

export const onOfferDeclined = agreementListener<'agreement.offer_declined'>((agreement, { data }) => {
  const side = { people: clients(agreement), extra: agreement.recipientsExtra }
  const asking = agreement.provider_turn ? declinedForNow : declinedAsking
  return {
    ...(data.asks
      ? {
          question: { content: asking(data), ...side },
          client: { content: declinedTelling(data), ...offererOnly(agreement) },
        }
      : {
          client: {
            content: declinedTelling(data),
            people: [...side.people, ...offererOnly(agreement).people],
            extra: side.extra,
          },
        }),
    staff: { content: declinedForStaff(data), people: agreement.team },
  }
})
