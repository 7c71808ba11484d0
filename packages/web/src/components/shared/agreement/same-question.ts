import type { agreements } from '@vypusk/contract'

type Question = Pick<
  agreements.AgreementDetail,
  'status' | 'releaseDate' | 'releaseTime' | 'by_client' | 'offer' | 'scope'
>

/** Checks whether an answer to one also answers the other: the same date, the same scope and the same state. */
export const isSameQuestion = (shown: Question, current: Question): boolean =>
  shown.status === current.status &&
  shown.releaseDate === current.releaseDate &&
  shown.releaseTime === current.releaseTime &&
  shown.by_client === current.by_client &&
  shown.offer?.id === current.offer?.id &&
  shown.scope?.sha256 === current.scope?.sha256
