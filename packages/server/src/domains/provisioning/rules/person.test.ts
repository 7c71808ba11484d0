import { expect, test } from 'vitest'
import { stepsOf } from './path.ts'
import { changedBy, identityOf, personFrom } from './person.ts'

const FORMER = { value: 'former@acme.ru', type: 'work', primary: true }
const HOME = { value: 'home@acme.ru', type: 'home' }

const person = (emails: object[]) => personFrom({ userName: 'orlova', emails }, { active: true })
const after = (operation: object, emails: object[] = [FORMER, HOME]) =>
  changedBy(person(emails), stepsOf({ Operations: [operation] }))

const NEW = { value: 'new@acme.ru', type: 'other', primary: true }

test.each([
  ['added', { op: 'add', path: 'emails', value: [NEW] }, 'new@acme.ru'],
  ['added without a path', { op: 'add', value: { emails: [{ ...NEW, primary: 'True' }] } }, 'new@acme.ru'],
  ['marked', { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' }, 'home@acme.ru'],
  ['changed', { op: 'add', path: 'emails[type eq "home"]', value: { Primary: true } }, 'home@acme.ru'],
  ['added by a filter', { op: 'add', path: 'emails[type eq "other"]', value: NEW }, 'new@acme.ru'],
])('an address %s as primary replaces the former one', (_, operation, email) => {
  const changed = after(operation)
  expect(identityOf(changed).email).toBe(email)
  expect(changed.emails.filter(({ primary }) => primary).map(({ value }) => value)).toEqual([email])
  expect(changed.emails).toContainEqual({ ...FORMER, primary: false })
})

test.each([
  { op: 'add', path: 'emails', value: [{ value: 'new@acme.ru' }] },
  { op: 'replace', path: 'emails[type eq "home"].value', value: 'new@acme.ru' },
  { op: 'replace', path: 'emails[type eq "home"].primary', value: false },
])('%j leaves the primary address as it is', (operation) => {
  expect(after(operation).emails[0]).toEqual(FORMER)
})

const two = [NEW, { ...HOME, primary: true }]
const REFUSED = expect.objectContaining({ extra: { scimType: 'invalidValue' } })

test('a value with two primary addresses is refused', () => {
  expect(() => person(two)).toThrow(REFUSED)
  for (const op of ['add', 'replace']) expect(() => after({ op, path: 'emails', value: two })).toThrow(REFUSED)
  const works = [FORMER, { ...HOME, type: 'work' }]
  const marked = { op: 'replace', path: 'emails[type eq "work"].primary', value: true }
  expect(() => after(marked, works)).toThrow(REFUSED)
})

test('marks that nobody sees are left out of names, and alone they are no name', () => {
  const sent = personFrom(
    {
      userName: 'or\u200blova',
      displayName: '\u200b\u00ad',
      name: { familyName: 'Орло\u00adва', givenName: '\u2060' },
      emails: ['or\u200blova@acme.ru'],
    },
    { active: true },
  )
  expect(identityOf(sent)).toEqual({ login: 'orlova', name: 'Орлова', email: 'orlova@acme.ru' })
  expect(() => personFrom({ userName: '\u200b' }, { active: true })).toThrow(REFUSED)
  const steps = stepsOf({ Operations: [{ op: 'replace', path: 'displayName', value: '\u2060' }] })
  expect(changedBy(sent, steps).displayName).toBeNull()
})
