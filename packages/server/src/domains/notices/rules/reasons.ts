import type { notices } from '@vypusk/contract'

/** The reasons, strongest first: only one is shown. */
const ORDER: notices.Reason[] = ['mentioned', 'doer', 'responsible', 'recipient', 'author', 'watching']

export const reasonOf = (roles: notices.Reason[]): notices.Reason =>
  ORDER.find((reason) => roles.includes(reason)) ?? 'watching'

/** Why a letter was sent, for its footer. */
export const BECAUSE: Record<notices.Reason, string> = {
  mentioned: 'вас упомянули в комментарии',
  doer: 'вы это отправляли',
  responsible: 'вы ответственный',
  recipient: 'вы получатель',
  author: 'вы автор',
  watching: 'вы следите за этим',
}
