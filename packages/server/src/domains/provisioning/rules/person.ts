import { cutTo } from '@vypusk/contract'
import type { Path, Step } from './path.ts'
import { fieldsOf, isObject, nameOf, textOf, truthOf, wrong } from './values.ts'

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
const ONE_MAIN = 'emails: основной адрес (primary) может быть только один'
const ADDRESS = /^[^@\s]+@[^@\s]+$/

const isNamePart = (word: string): word is keyof typeof NAME_PARTS => Object.hasOwn(NAME_PARTS, word)

function partsOf(value: unknown): Name {
  const name: Name = {}
  for (const [word, one] of fieldsOf(value)) {
    const text = isNamePart(word) ? nameOf(one, 200, `name.${NAME_PARTS[word]}`) : null
    if (isNamePart(word) && text !== null) name[NAME_PARTS[word]] = text
  }
  return name
}

/** One address; null for an empty one. */
function emailOf(one: unknown): Email | null {
  const fields = isObject(one) ? fieldsOf(one) : new Map<string, unknown>([['value', one]])
  const value = nameOf(fields.get('value'), 250, 'emails')
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

const isMain = ({ primary }: Email) => primary === true

/** Reads the addresses of one value, only one of which may be the primary one (RFC 7643, 2.4). */
function namedEmails(value: unknown): Email[] {
  const named = emailsOf(value)
  if (named.filter(isMain).length > 1) throw wrong('invalidValue', ONE_MAIN)
  return named
}

/** The addresses that stay beside a new primary one are not primary any more (RFC 7644, 3.5.2). */
const besideMain = (emails: Email[], isNew: boolean) =>
  isNew ? emails.map((one) => (isMain(one) ? { ...one, primary: false } : one)) : emails

function userNameOf(value: unknown): string {
  const userName = nameOf(value, 100, 'userName')
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
    displayName: nameOf(fields.get('displayname'), 200, 'displayName'),
    name: partsOf(fields.get('name')),
    emails: namedEmails(fields.get('emails')),
    active: active === undefined || active === null ? before.active : truthOf(active, 'active'),
  }
}

function renamed(name: Name, { op, path: { sub }, value }: Step): Name {
  if (sub === null) return op === 'remove' ? {} : { ...name, ...partsOf(value) }
  if (!isNamePart(sub)) return name
  const part = NAME_PARTS[sub]
  const rest = Object.fromEntries(Object.entries(name).filter(([one]) => one !== part))
  return op === 'remove' ? rest : { ...rest, ...partsOf({ [sub]: value }) }
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

function makesMain(change: object): boolean {
  const primary = fieldsOf(change).get('primary') ?? false
  return truthOf(primary, 'emails.primary')
}

/** Changes the addresses as a whole: no path says which of them. */
function listed(emails: Email[], { op, value }: Step): Email[] {
  const named = op === 'remove' ? emailsOf(value) : namedEmails(value)
  if (op === 'replace') return named
  if (op === 'remove' && named.length === 0) return []
  const others = emails.filter((one) => !named.some((other) => other.value === one.value))
  return op === 'remove' ? others : [...besideMain(others, named.some(isMain)), ...named]
}

function readdressed(emails: Email[], step: Step): Email[] {
  const { op, path, value } = step
  const { where, sub } = path
  if (where === null && sub === null) return listed(emails, step)
  if (op === 'remove') {
    return sub === null || sub === 'value' ? emails.filter((one) => !isMeant(one, path)) : emails
  }
  const change = sub === null ? (isObject(value) ? value : { value }) : { [sub]: value }
  const meant = emails.filter((one) => isMeant(one, path))
  const isNew = makesMain(change)
  if (isNew && meant.length > 1) throw wrong('invalidValue', ONE_MAIN)
  const others = besideMain(emails, isNew)
  const all: unknown[] =
    meant.length > 0
      ? emails.map((one, index) => (isMeant(one, path) ? { ...one, ...change } : others[index]))
      : [...others, { ...newOf(path), ...change }]
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
      return { ...person, displayName: nameOf(cleared(step), 200, 'displayName') }
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
  return { login: userName, name: cutTo(shown, 200), email: email?.value ?? null }
}
