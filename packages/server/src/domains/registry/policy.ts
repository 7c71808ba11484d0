import { registry } from '@vypusk/contract'
import { abilityOf } from '../../platform/ability.ts'
import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'
import { seesHours } from '../../platform/person.ts'

export const reasons = {
  noEntry: [403, 'Нет доступа к реестру заявок. Его открывает администратор'],
  noCreate: [403, 'Создавать записи реестра разрешает администратор'],
  noRecord: [404, 'Запись реестра не найдена'],
  noCompany: [404, 'Компания не найдена'],
  staffOnly: [403, 'Это поле меняют только сотрудники поставщика'],
  leftFirstStep: [422, 'Запись уже рассматривают: её меняют только сотрудники поставщика. Напишите им в комментарии'],
} as const satisfies Record<string, RefusalSpec>

/** The errors of invalid references, by field. */
export const unknowns = {
  company: 'Компания не найдена. Выберите другую',
  request: 'У этой компании нет такой заявки',
  step: 'Такого этапа нет',
  responsible: 'Ответственный – из людей этой компании. Выберите другого',
  boss: 'Руководитель – из сотрудников поставщика. Выберите другого',
  title: 'Напишите название или выберите заявку',
  mentions: 'Кого-то из упомянутых в реестре нет',
} as const

interface Asker {
  isRivc: boolean
  hours_open?: true
  can_enter_registry: boolean
  can_create_registry: boolean
}

/** Both rights are given to people by an administrator; nobody creates where they may not enter. */
export const mayEnter = ({ can_enter_registry }: Asker): RefusalSpec | true => can_enter_registry || reasons.noEntry
export const mayCreate = (person: Asker): RefusalSpec | true => {
  const entry = mayEnter(person)
  return entry === true ? person.can_create_registry || reasons.noCreate : entry
}

type Role = 'staff' | 'client'
type Cell = RefusalSpec | true
type Row = Record<Role, Record<registry.EntryPhase, Cell>>

const staffs: Row = {
  staff: { first_step: true, later: true },
  client: { first_step: reasons.staffOnly, later: reasons.staffOnly },
}
const both: Row = {
  staff: { first_step: true, later: true },
  client: { first_step: true, later: reasons.leftFirstStep },
}

/** Who changes what, and until when: field × role × phase (api.md, "Registry"). */
const rights: Record<registry.Field, Row> = {
  company: staffs,
  request: staffs,
  title: both,
  description: both,
  step: staffs,
  priority: both,
  responsible: both,
  boss: staffs,
  due_date: both,
  planned_time: staffs,
}

const roleOf = ({ isRivc }: Pick<Asker, 'isRivc'>): Role => (isRivc ? 'staff' : 'client')

export const mayChange = (person: Pick<Asker, 'isRivc'>, field: registry.Field, phase: registry.EntryPhase): Cell =>
  rights[field][roleOf(person)][phase]

/** Whether the person may set a field of a new entry: a client may also name the request it is about. */
export const maySet = (person: Pick<Asker, 'isRivc'>, field: registry.Field): Cell =>
  field === 'request' ? true : mayChange(person, field, 'first_step')

export function abilitiesOf(person: Pick<Asker, 'isRivc'>, phase: registry.EntryPhase): registry.EntryAbilities {
  const abilities = registry.fields.map((field) => [field, abilityOf(mayChange(person, field, phase))])
  return Object.fromEntries(abilities) as registry.EntryAbilities
}

/**
 * Whether the person may see a column, its history and its order: planned time is visible to those who may see hours
 * (decision 0017).
 */
export const maySee = (person: Pick<Asker, 'isRivc' | 'hours_open'>, field: string): boolean =>
  field !== 'planned_time' || seesHours(person)

/** The company of a new entry: for a client always its own. */
export const companyOfNew = (
  { isRivc, idcomp }: Pick<Asker, 'isRivc'> & { idcomp: number | null },
  named: number | undefined,
): number | undefined => (isRivc ? named : (idcomp ?? undefined))

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  registry_steps_name_once: [422, 'Этап с таким названием уже есть'],
  registry_entries_due_date_in_calendar: outOfCalendar('Срок записи реестра'),
}
