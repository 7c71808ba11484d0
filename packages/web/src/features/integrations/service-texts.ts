import { adminPeople, decodeName, type directory, type services } from '@vypusk/contract'
import type { FieldNames } from '../../components/kit/conflict/ConflictAlert.tsx'
import type { Tone } from '../../ui/Tag.tsx'
import { LIVES } from './texts.ts'

export const SERVICE_SCOPES: Record<services.ServiceScope, string> = {
  read: 'Только чтение',
  write: 'Чтение и запись',
  directory: 'Каталог компании (SCIM)',
}

/** The state of an account in a word, with its colour. */
export function stateOf({ is_blocked, is_expired }: services.Service): { word: string; tone: Tone } {
  if (is_blocked) return { word: adminPeople.stateNames.blocked, tone: 'red' }
  return is_expired ? { word: 'Срок истёк', tone: 'amber' } : { word: adminPeople.stateNames.active, tone: 'green' }
}

/** «видит то же, что сотрудники», or the company. */
export const sideOf = ({ company }: Pick<services.Service, 'company'>): string =>
  company ? decodeName(company.namecomp) : 'видит то же, что сотрудники'

/** The values of a service account's form; a `type`, because forms need an index signature. */
export type ServiceValues = {
  name: string
  about: string
  scope: services.ServiceScope
  isRivc: boolean
  company: number | null
  can_enter_registry: boolean
  can_create_registry: boolean
  can_edit_calendar: boolean
  /** '' to leave the expiry date unchanged. */
  days: string
}

export const MOVES = 'После сохранения токены прежней компании перестанут действовать: сделайте новые'

export const KEPT = [{ value: '', label: 'Не менять срок' }, ...LIVES]

/** The initial values; valid for a year, like a token at most. */
const NEW: ServiceValues = {
  name: '',
  about: '',
  scope: 'read',
  isRivc: true,
  company: null,
  can_enter_registry: false,
  can_create_registry: false,
  can_edit_calendar: false,
  days: '365',
}

export const valuesOf = (service: services.Service | undefined): ServiceValues =>
  service
    ? {
        name: service.name,
        about: service.about,
        scope: service.scope,
        isRivc: service.company === null,
        company: service.company?.idcomp ?? null,
        can_enter_registry: service.can_enter_registry,
        can_create_registry: service.can_create_registry,
        can_edit_calendar: service.can_edit_calendar,
        days: '',
      }
    : NEW

/** The body of the call; a directory's account has no other rights. */
export const bodyOf = ({ isRivc, days: _, ...values }: ServiceValues) => {
  const hasRights = values.scope !== 'directory'
  const isClient = hasRights && !isRivc
  const can_enter_registry = hasRights && values.can_enter_registry
  return {
    ...values,
    company: isClient ? values.company : null,
    can_enter_registry,
    can_create_registry: can_enter_registry && values.can_create_registry,
    can_edit_calendar: isClient && values.can_edit_calendar,
  }
}

export const validate = {
  name: (name: string) => (name.trim() ? null : 'Назовите сервис'),
  company: (company: number | null, { isRivc, scope }: ServiceValues) =>
    isRivc || scope === 'directory' || company !== null ? null : 'Выберите компанию',
}

const titles = adminPeople.rightTitles
const yesOrNo = (flag: boolean) => (flag ? 'да' : 'нет')

/** The form's fields with their titles, as shown to people. */
export const fieldNames = (companyOf: (id: number | null) => string): FieldNames<ServiceValues> => ({
  name: ['Название', (name) => name],
  about: ['Для чего', (about) => about || '–'],
  scope: ['Что можно', (scope) => SERVICE_SCOPES[scope]],
  isRivc: ['Видит всё, что сотрудники', yesOrNo],
  company: ['Компания', companyOf],
  can_enter_registry: [titles.can_enter_registry, yesOrNo],
  can_create_registry: [titles.can_create_registry, yesOrNo],
  can_edit_calendar: [titles.can_edit_calendar, yesOrNo],
  days: ['Срок', (days) => (days ? `${days} дней` : 'не меняется')],
})

/** Why a person could not be taken over from the directory. */
export const PROBLEMS: Record<directory.DirectoryStatus['problems'][number]['problem'], string> = {
  other_side: 'группы относят к другой стороне: клиент не становится сотрудником, и наоборот',
  no_company: 'его компании здесь нет или она скрыта',
  login_taken: 'логин здесь занят другой записью',
  further: 'эта компания у человека уже есть среди «Ещё компании»',
}
