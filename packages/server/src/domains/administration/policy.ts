import type { Ability } from '@vypusk/contract'
import type { RefusalSpec } from '../../platform/refusal.ts'
import type { Person } from '../../platform/person.ts'

export const reasons = {
  noPerson: [404, 'Человек не найден'],
  blockSelf: [422, 'Себя заблокировать нельзя: попросите другого администратора'],
  demoteSelf: [422, 'Право администратора у себя снять нельзя: попросите другого администратора'],
  clientAdmin: [422, 'Администратором может быть только сотрудник'],
  otherSide: [422, 'Сотрудника нельзя сделать клиентом, а клиента сотрудником: создайте новую запись'],
  loginTaken: [422, 'Такой логин уже занят'],
  noCompany: [422, 'Компания не найдена'],
  ownPassword: [422, 'Себе письмо с паролем не высылают: попросите другого администратора'],
  noAddress: [422, 'Нет адреса почты: укажите его, и письмо можно будет отправить'],
  blockedPassword: [422, 'Человек заблокирован: сначала разблокируйте его'],
} as const satisfies Record<string, RefusalSpec>

interface Target {
  id: number
  email: string | null
  isAdmin: boolean
  is_blocked: boolean
}

/** Nobody locks oneself out; so there always is an administrator left, the one who does it. */
export const mayBlock = (doer: Person, target: Pick<Target, 'id'>): true | RefusalSpec =>
  doer.id === target.id ? reasons.blockSelf : true

export const mayDemote = (doer: Person, target: Pick<Target, 'id'>): true | RefusalSpec =>
  doer.id === target.id ? reasons.demoteSelf : true

/** Whether a letter with a link to set a password may go to somebody. */
export function maySendPassword(doer: Person, target: Target): true | RefusalSpec {
  if (doer.id === target.id) return reasons.ownPassword
  if (target.is_blocked) return reasons.blockedPassword
  return target.email === null ? reasons.noAddress : true
}

const said = (answer: true | RefusalSpec): Ability => (answer === true ? true : answer[1])

/** What an administrator may do with a person, for the screen. */
export const personAbilities = (doer: Person, target: Target) => ({
  isAdmin: said(mayDemote(doer, target)),
  block: said(mayBlock(doer, target)),
  password: said(maySendPassword(doer, target)),
})
