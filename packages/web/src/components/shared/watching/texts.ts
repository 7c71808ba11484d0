import type { notices } from '@vypusk/contract'

const WHAT: Record<notices.Watched, string> = {
  request: 'заявкой',
  release: 'релизом',
  agreement: 'согласованием',
  registry_entry: 'записью',
}

/** Why somebody is notified about a thing. */
export const BECAUSE: Record<notices.Reason, string> = {
  mentioned: 'вас упомянули',
  doer: 'вы отправляли',
  responsible: 'вы ответственный',
  recipient: 'вы получатель',
  author: 'вы автор',
  watching: 'вы следите',
}

/** What pressing the button does: «Следить за релизом», «Не следить за релизом». */
export const watchLabel = (entity: notices.Watched, watches: boolean): string =>
  `${watches ? 'Не следить' : 'Следить'} за ${WHAT[entity]}`

/** Who watches it, in a sentence or two. */
export function watchersInWords({ watches, reason, watchers }: notices.Watching): string {
  const own = watches ? [reason ? `Вы следите: ${BECAUSE[reason]}.` : 'Вы следите.'] : []
  const names = watchers.map(({ name }) => name).join(', ')
  if (names === '') return own[0] ?? 'Никто не следит.'
  return [...own, `${watches ? 'Также следят' : 'Следят'}: ${names}.`].join(' ')
}
