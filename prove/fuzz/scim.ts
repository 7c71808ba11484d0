import fc from 'fast-check'
import { DIRECTORY } from '../world/directory.ts'
import { anything, extremeText } from './extremes.ts'

/**
 * Generates bodies that directories send, and bodies they never would; the contract only says that they are objects.
 */

const word = fc.oneof({ weight: 8, arbitrary: fc.constantFrom('orlova', 'acme', 'Вера', 'a@acme.ru') }, extremeText)
const email = fc.record({ value: word, type: word, primary: fc.constantFrom(true, 'False', 1, null) })
const member = fc.record({ value: fc.oneof(fc.constant(DIRECTORY.person), fc.uuid(), anything) })

const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'active',
      'userName',
      'externalId',
      'displayName',
      'name',
      'name.givenName',
      'name.__proto__',
      'emails',
      'emails[type eq "work"].value',
      'emails[value eq "\\u0000"]',
      'members',
      `members[value eq "${DIRECTORY.person}"]`,
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
    ),
  },
  extremeText,
)
const value = fc.oneof(fc.constantFrom(true, 'False'), word, fc.array(email), fc.array(member), anything)
const step = fc.record(
  { op: fc.constantFrom('add', 'Replace', 'remove', 'move', 7), path, value },
  { requiredKeys: ['op'] },
)

export const scimBody = fc.oneof(
  fc.record({ Operations: fc.array(step, { maxLength: 6 }) }),
  fc.record(
    {
      userName: word,
      externalId: fc.oneof(word, anything),
      displayName: fc.oneof(word, anything),
      name: fc.oneof(fc.record({ givenName: word, familyName: word }), anything),
      emails: fc.oneof(fc.array(email), anything),
      active: value,
      members: fc.oneof(fc.array(member), anything),
    },
    { requiredKeys: [] },
  ),
)

export const scimFilter = fc.oneof(
  fc.constantFrom(
    'userName eq "orlova"',
    'emails[type eq "work" and value co "@"]',
    'not (active eq true) or externalId pr',
    'members.value eq "x"',
    'meta.created gt "2026-01-01"',
    'id eq "\\u0000"',
    'userName sw "\\uD800"',
  ),
  extremeText,
)
export const scimId = fc.constantFrom(DIRECTORY.person, DIRECTORY.group)
