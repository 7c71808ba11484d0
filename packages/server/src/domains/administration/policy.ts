import { abilityOf } from '../../platform/ability.ts'
import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'
import type { Person } from '../../platform/person.ts'

export const reasons = {
  noPerson: [404, 'Человек не найден'],
  blockSelf: [422, 'Себя заблокировать нельзя: попросите другого администратора'],
  demoteSelf: [422, 'Право администратора у себя снять нельзя: попросите другого администратора'],
  clientAdmin: [422, 'Администратором может быть только сотрудник'],
  otherSide: [422, 'Сотрудника нельзя сделать клиентом, а клиента сотрудником: создайте новую запись'],
  loginTaken: [422, 'Такой логин уже занят'],
  noCompany: [422, 'Компания не найдена'],
  noCompanyHere: [404, 'Компания не найдена'],
  otherList: [409, 'Список уже изменил другой администратор: посмотрите на него и расставьте ещё раз'],
  lastStep: [422, 'Хотя бы один этап реестра должен остаться'],
  lastOfRequests: [422, 'Хотя бы одно значение должно остаться'],
  beginsOver: [
    422,
    'Первый статус получают новые заявки: работа на нём не может быть окончена. Поставьте первым другой статус',
  ],
  publishedStep: [422, 'На этот этап переходят релизы после публикации: сначала назначьте опубликованным другой'],
  hiddenStep: [422, 'Этап скрыт: сначала верните его'],
  yearFilled: [409, 'Этот год уже заполнен: меняйте его по дням'],
  ownPassword: [422, 'Себе письмо с паролем не высылают: попросите другого администратора'],
  passwordElsewhere: [422, 'Человек входит через корпоративную учётную запись: пароль меняют там'],
  noAddress: [422, 'Нет адреса почты: укажите его, и письмо можно будет отправить'],
  ownFactor: [422, 'Свой второй фактор убирают на странице «Безопасность»'],
  staffJoins: [422, 'Сотрудник поставщика не относится к компаниям клиентов'],
  ownCompany: [422, 'Это первая компания человека: она указана в его карточке'],
  furtherCompany: [422, 'Человек уже относится к этой компании: сделайте её первой или уберите его из неё'],
  notJoined: [404, 'К этой компании человек не относится'],
  byDirectory: [422, 'Это ведёт каталог компании: измените там'],
  companyHidden: [422, 'Сначала верните компанию'],
  shutByDirectory: [422, 'Доступ закрыл каталог компании: откройте его там'],
  noFactor: [422, 'Второй фактор не настроен'],
  blockedPassword: [422, 'Человек заблокирован: сначала разблокируйте его'],
} as const satisfies Record<string, RefusalSpec>

interface Target {
  id: number
  email: string | null
  isAdmin: boolean
  is_blocked: boolean
}

interface Opened {
  /** A password stored here, if there is one, lets the person in: no other system signs them in. */
  isPasswordOurs: boolean
}

interface Blocked extends Pick<Target, 'id' | 'is_blocked'> {
  /** The company's directory has put the person out, whoever blocked them first; then only it can let them in. */
  is_out: boolean
  /** Every company of the person is hidden: nobody of a hidden company can sign in. */
  is_company_hidden: boolean
}

/**
 * Returns the fields that were changed although the company's directory maintains them; for people kept by the
 * directory.
 */
export const byDirectory = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  { speaksOfRegistry }: { speaksOfRegistry: boolean },
): string[] =>
  ['login', 'name', 'email', 'isAdmin', 'idcomp']
    .concat(speaksOfRegistry ? ['can_enter_registry', 'can_create_registry'] : [])
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))

/** Administrators cannot block or demote themselves, so there is always at least one left: the one who acts. */
export function mayBlock(actor: Person, target: Blocked): true | RefusalSpec {
  if (actor.id === target.id) return reasons.blockSelf
  if (target.is_blocked && target.is_out) return reasons.shutByDirectory
  return target.is_blocked && target.is_company_hidden ? reasons.companyHidden : true
}

/** Nobody gives up their own administrator rights: the one who acts always remains. */
export const mayDemote = (actor: Person, target: Pick<Target, 'id'>): true | RefusalSpec =>
  actor.id === target.id ? reasons.demoteSelf : true

/** Checks whether a letter with a link to set a password may be sent to the person. */
export function maySendPassword(actor: Person, target: Target & Opened): true | RefusalSpec {
  if (actor.id === target.id) return reasons.ownPassword
  if (!target.isPasswordOurs) return reasons.passwordElsewhere
  if (target.is_blocked) return reasons.blockedPassword
  return target.email === null ? reasons.noAddress : true
}

/** Checks whether an administrator may remove the second factors of somebody who has lost them. */
export function mayResetFactor(actor: Person, target: { id: number; second_factors: string[] }): true | RefusalSpec {
  if (actor.id === target.id) return reasons.ownFactor
  return target.second_factors.length === 0 ? reasons.noFactor : true
}

/** Checks whether another company of the person may become the first: a directory says itself which one is. */
export function mayBeFirst({ isRivc, isKept }: { isRivc: boolean; isKept: boolean }): true | RefusalSpec {
  if (isRivc) return reasons.staffJoins
  return isKept ? reasons.byDirectory : true
}

/** Returns what an administrator may do with a person, for the screen. */
export const personAbilities = (
  actor: Person,
  target: Target & Opened & Blocked & { second_factors: string[]; isRivc: boolean; isKept: boolean },
) => ({
  first: abilityOf(mayBeFirst(target)),
  isAdmin: abilityOf(mayDemote(actor, target)),
  block: abilityOf(mayBlock(actor, target)),
  password: abilityOf(maySendPassword(actor, target)),
  second_factor: abilityOf(mayResetFactor(actor, target)),
})

const SHOWN = 5

/** «№ 3, № 5 и ещё 2», for a sentence that lists where something is used. */
const numbers = (ids: number[]) =>
  ids
    .slice(0, SHOWN)
    .map((id) => `№ ${id}`)
    .join(', ') + (ids.length > SHOWN ? ` и ещё ${ids.length - SHOWN}` : '')

/**
 * A company can be hidden once it takes part in no unfinished release and nobody can sign in who has no other company to
 * go on with.
 */
export function mayHideCompany({ people, releases }: { people: number; releases: number[] }): true | RefusalSpec {
  if (people > 0) return [422, `Сначала заблокируйте людей и сервисы компании: войти ещё могут ${people}`]
  if (releases.length === 0) return true
  return [422, `Компания участвует в незавершённых релизах: ${numbers(releases)}. Сначала уберите её из них`]
}

export const companyAbilities = (uses: { people: number; releases: number[] }) => ({
  hide: abilityOf(mayHideCompany(uses)),
})

const releasesThere = (releases: number[]): RefusalSpec => [
  422,
  `На этапе стоят релизы: ${numbers(releases)}. Сначала переведите их на другой этап`,
]

/** A release step can be hidden once no release is on it; the step to which publication moves releases cannot. */
export function mayHideStep(kind: string, releases: number[]): true | RefusalSpec {
  if (kind === 'published') return reasons.publishedStep
  return releases.length > 0 ? releasesThere(releases) : true
}

/**
 * The meaning of a step can be changed only while no release is on it; otherwise releases would enter or leave the
 * plans unnoticed.
 */
export function mayRevalue({ kind, hidden_at }: { kind: string; hidden_at: string | null }, releases: number[]) {
  if (kind === 'published') return reasons.publishedStep
  if (hidden_at !== null) return reasons.hiddenStep
  return releases.length > 0 ? releasesThere(releases) : true
}

/**
 * Another step can be the published one once the former has no release that a company which was asked still waits for:
 * the former becomes a closed one, and the company would not be told.
 */
export function mayReplacePublished(releases: number[]): true | RefusalSpec {
  if (releases.length === 0) return true
  return [
    422,
    `На прежнем этапе есть релизы, которые получили не все, кого спрашивали: ${numbers(releases)}. Сначала опубликуйте их всем или закройте`,
  ]
}

/**
 * A new request gets the first status that is not hidden, so no change may put one there that ends the work. Where one
 * already stands there, other changes of the list are still possible.
 */
export const mayBegin = (before: { is_over: boolean }, after: { is_over: boolean }): true | RefusalSpec =>
  after.is_over && !before.is_over ? reasons.beginsOver : true

/** A registry step can be hidden once no entry is on it; one step must always remain for new entries. */
export function mayHideEntryStep(entries: string[], left: number): true | RefusalSpec {
  if (left === 0) return reasons.lastStep
  if (entries.length === 0) return true
  const more = entries.length > SHOWN ? ` и ещё ${entries.length - SHOWN}` : ''
  return [422, `На этапе стоят записи реестра: ${entries.slice(0, SHOWN).join(', ')}${more}. Сначала переведите их`]
}

/** The messages for violated database constraints. */
export const constraints: Record<string, RefusalSpec> = {
  calendar_days_day_in_calendar: outOfCalendar('День производственного календаря'),
}
