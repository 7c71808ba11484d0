import { adminPeople } from '@vypusk/contract'
import type { FieldNames } from '../../../components/kit/conflict/ConflictAlert.tsx'

/** The values of a person's form; a `type`, because forms need an index signature. */
export type PersonValues = {
  name: string
  login: string
  email: string
  isRivc: boolean
  company: number | null
  isAdmin: boolean
  can_enter_registry: boolean
  can_create_registry: boolean
  can_edit_calendar: boolean
  /** Only for a new person: whether to send the letter by which they set a password. */
  send_password: boolean
}

/** The initial values of a new person; most accounts are for clients. */
export const nobody: PersonValues = {
  name: '',
  login: '',
  email: '',
  isRivc: false,
  company: null,
  isAdmin: false,
  can_enter_registry: false,
  can_create_registry: false,
  can_edit_calendar: false,
  send_password: true,
}

export const valuesOf = (person: adminPeople.Person | undefined): PersonValues =>
  person
    ? {
        name: person.name,
        login: person.login,
        email: person.email ?? '',
        isRivc: person.isRivc,
        company: person.company?.idcomp ?? null,
        isAdmin: person.isAdmin,
        can_enter_registry: person.can_enter_registry,
        can_create_registry: person.can_create_registry,
        can_edit_calendar: person.can_edit_calendar,
        send_password: false,
      }
    : nobody

/** The body of the call: staff have no company, and only staff can be administrators. */
export const bodyOf = ({ isRivc, company, isAdmin, send_password, ...values }: PersonValues) => ({
  ...values,
  send_password: send_password && values.email.trim() !== '',
  company: isRivc ? null : company,
  isAdmin: isRivc && isAdmin,
  can_create_registry: values.can_enter_registry && values.can_create_registry,
  can_edit_calendar: !isRivc && values.can_edit_calendar,
})

export const validate = {
  name: (name: string) => (name.trim() ? null : 'Укажите имя'),
  login: (login: string) => (login.trim() ? null : 'Укажите логин'),
  company: (company: number | null, { isRivc }: PersonValues) =>
    isRivc || company !== null ? null : 'Выберите компанию',
}

const titles = adminPeople.rightTitles
const yesOrNo = (flag: boolean) => (flag ? 'да' : 'нет')

/** The form's fields with their titles, as shown to people. */
export const fieldNames = (companyOf: (id: number | null) => string): FieldNames<PersonValues> => ({
  name: ['Имя', (name) => name],
  login: ['Логин', (login) => login],
  email: ['Почта', (email) => email || 'нет адреса'],
  isRivc: ['Сотрудник поставщика', yesOrNo],
  company: ['Компания', companyOf],
  isAdmin: [titles.isAdmin, yesOrNo],
  can_enter_registry: [titles.can_enter_registry, yesOrNo],
  can_create_registry: [titles.can_create_registry, yesOrNo],
  can_edit_calendar: [titles.can_edit_calendar, yesOrNo],
  send_password: ['Письмо с паролем', yesOrNo],
})
