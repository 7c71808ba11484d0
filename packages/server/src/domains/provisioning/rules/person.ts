import type { Path, Step } from './path.ts'
import { fieldsOf, isObject, textOf, truthOf, wrong } from './values.ts'

/** A person as the directory sends them, and changes of it. Pure. */

const NAME_PARTS = {
  formatted: 'formatted',
  givenname: 'givenName',
  familyname: 'familyName',
  middlename: 'middleName',
}
type NamePart = (typeof NAME_PARTS)[keyof typeof NAME_PARTS]
type Name = Partial<Record<NamePart, string>>

export interface Email {
  value: string
  type?: string
  primary?: boolean
}

/** What is stored beside the keys. */
export interface Attributes {
  displayName: string | null
  name: Name
  emails: Email[]
}

export interface PersonAttributes extends Attributes {
  userName: string
  externalId: string | null
  active: boolean
}

const MOST_EMAILS = 10
const ADDRESS = /^[^@\s]+@[^@\s]+$/

const isNamePart = (word: string): word is keyof typeof NAME_PARTS => Object.hasOwn(NAME_PARTS, word)

function nameOf(value: unknown): Name {
  const name: Name = {}
  for (const [word, one] of fieldsOf(value)) {
    const text = isNamePart(word) ? textOf(one, 200, `name.${NAME_PARTS[word]}`) : null
    if (isNamePart(word) && text !== null) name[NAME_PARTS[word]] = text
  }
  return name
}

/** One address; null for an empty one. */
function emailOf(one: unknown): Email | null {
  const fields = isObject(one) ? fieldsOf(one) : new Map<string, unknown>([['value', one]])
  const value = textOf(fields.get('value'), 250, 'emails')
  if (value === null) return null
  if (!ADDRESS.test(value)) throw wrong('invalidValue', 'emails: адрес почты выглядит неверно')
  const type = textOf(fields.get('type'), 50, 'emails.type')
  const primary = fields.get('primary')
  return {
    value,
    ...(type === null ? {} : { type }),
    ...(primary === undefined || primary === null ? {} : { primary: truthOf(primary, 'emails.primary') }),
  }
}

function emailsOf(value: unknown): Email[] {
  const all = value === undefined || value === null ? [] : [value].flat()
  if (all.length > MOST_EMAILS) throw wrong('invalidValue', `emails: не больше ${MOST_EMAILS} адресов`)
  return all.map(emailOf).filter((one) => one !== null)
}

function userNameOf(value: unknown): string {
  const userName = textOf(value, 100, 'userName')
  if (userName === null) throw wrong('invalidValue', 'userName: обязателен')
  if (/\s/.test(userName)) throw wrong('invalidValue', 'userName: логин пишется без пробелов')
  return userName
}

/** Reads a person from a body. @param before its `active` is kept if the body has none */
export function personFrom(body: unknown, before: Pick<PersonAttributes, 'active'>): PersonAttributes {
  const fields = fieldsOf(body)
  const active = fields.get('active')
  return {
    userName: userNameOf(fields.get('username')),
    externalId: textOf(fields.get('externalid'), 255, 'externalId'),
    displayName: textOf(fields.get('displayname'), 200, 'displayName'),
    name: nameOf(fields.get('name')),
    emails: emailsOf(fields.get('emails')),
    active: active === undefined || active === null ? before.active : truthOf(active, 'active'),
  }
}

function renamed(name: Name, { op, path: { sub }, value }: Step): Name {
  if (sub === null) return op === 'remove' ? {} : { ...name, ...nameOf(value) }
  if (!isNamePart(sub)) return name
  const part = NAME_PARTS[sub]
  const rest = Object.fromEntries(Object.entries(name).filter(([one]) => one !== part))
  return op === 'remove' ? rest : { ...rest, ...nameOf({ [sub]: value }) }
}

const isMeant = (email: Email, { where }: Path) => {
  if (where === null) return true
  const { attribute, value } = where
  if (attribute === 'primary') return (email.primary ?? false) === value
  if (attribute !== 'type' && attribute !== 'value')
    throw wrong('invalidPath', 'emails: выбирают по type, value, primary')
  return (email[attribute] ?? '').toLowerCase() === String(value).toLowerCase()
}

/** The fields of a new address for a path with a filter: Entra replaces addresses that it has never added. */
const newOf = ({ where }: Path) => (where === null ? {} : { [where.attribute]: where.value })

function readdressed(emails: Email[], { op, path, value }: Step): Email[] {
  const { where, sub } = path
  if (where === null && sub === null) {
    const named = emailsOf(value)
    if (op === 'add') return [...emails.filter((one) => !named.some((other) => other.value === one.value)), ...named]
    if (op === 'replace') return named
    return named.length === 0 ? [] : emails.filter((one) => !named.some((other) => other.value === one.value))
  }
  if (op === 'remove') {
    return sub === null || sub === 'value' ? emails.filter((one) => !isMeant(one, path)) : emails
  }
  const change = sub === null ? (isObject(value) ? value : { value }) : { [sub]: value }
  const isThere = emails.some((one) => isMeant(one, path))
  const all: unknown[] = isThere
    ? emails.map((one) => (isMeant(one, path) ? { ...one, ...change } : one))
    : [...emails, { ...newOf(path), ...change }]
  return emailsOf(all)
}

const cleared = ({ op, value }: Step) => (op === 'remove' ? null : value)

function changed(person: PersonAttributes, step: Step): PersonAttributes {
  switch (step.path.attribute) {
    case 'username':
      return { ...person, userName: userNameOf(cleared(step)) }
    case 'externalid':
      return { ...person, externalId: textOf(cleared(step), 255, 'externalId') }
    case 'displayname':
      return { ...person, displayName: textOf(cleared(step), 200, 'displayName') }
    case 'active':
      return { ...person, active: step.op === 'remove' ? false : truthOf(step.value, 'active') }
    case 'name':
      return { ...person, name: renamed(person.name, step) }
    case 'emails':
      return { ...person, emails: readdressed(person.emails, step) }
    default:
      return person
  }
}

/** The person after all steps. */
export const changedBy = (person: PersonAttributes, steps: readonly Step[]): PersonAttributes => {
  const after = steps.reduce(changed, person)
  if (after.emails.length > MOST_EMAILS) throw wrong('invalidValue', `emails: не больше ${MOST_EMAILS} адресов`)
  return after
}

/** The login, name and address of the account. */
export function identityOf({ userName, displayName, name, emails }: Attributes & Pick<PersonAttributes, 'userName'>) {
  const parts = [name.familyName, name.givenName, name.middleName].filter(Boolean).join(' ')
  const email = emails.find((one) => one.primary) ?? emails.find((one) => one.type === 'work') ?? emails[0]
  const shown = displayName ?? name.formatted ?? (parts === '' ? userName : parts)
  return { login: userName, name: shown.slice(0, 200), email: email?.value ?? null }
}
