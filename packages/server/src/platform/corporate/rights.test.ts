import { describe, expect, test } from 'vitest'
import { readGroupRights, rightsFor, rightsOf } from './rights.ts'

const mapping = (text: string) => readGroupRights(text) ?? []

test.each([
  ['admins=admin', 1],
  ['admins=admin, staff=staff,', 2],
  ['cn=admins,ou=groups,dc=example,dc=ru=admin; cn=acme,dc=ru=client:12+registry', 2],
  ['cn=admins,dc=ru=admin;', 1],
])('%s is valid', (text, entries) => {
  expect(readGroupRights(text)).toHaveLength(entries)
})

test.each([
  '',
  ';',
  'admins',
  'admins=',
  '=admin',
  'admins=root',
  'acme=client',
  'acme=client:0',
  'a=staff+',
  'cn=a,dc=ru=admin',
])('«%s» is invalid', (text) => expect(readGroupRights(text)).toBeNull())

const plain = mapping('vypusk-admins=admin, vypusk-staff=staff, acme=client:12, other=client:13')

test.each([
  [['vypusk-staff'], { isRivc: true, isAdmin: false, idcomp: null }],
  [['vypusk-admins'], { isRivc: true, isAdmin: true, idcomp: null }],
  [['VYPUSK-ADMINS', 'acme'], { isRivc: true, isAdmin: true, idcomp: null }],
  [['acme'], { isRivc: false, isAdmin: false, idcomp: 12 }],
  [['other', 'acme'], { isRivc: false, isAdmin: false, idcomp: 12 }],
  [['cn=vypusk-staff,ou=groups,dc=example,dc=ru'], { isRivc: true, isAdmin: false, idcomp: null }],
  [['vypusk', 'staff', 'vypusk-admins2'], null],
  [[], null],
])('the groups %j give %j', (groups, rights) => {
  expect(rightsOf(plain, groups)).toEqual(rights)
})

test('a full name means only that group', () => {
  const whole = mapping('cn=admins,ou=vypusk,dc=ru=admin;')
  expect(rightsOf(whole, ['cn=admins,ou=other,dc=ru'])).toBeNull()
  expect(rightsOf(whole, ['CN=Admins,OU=vypusk,DC=ru'])).toMatchObject({ isAdmin: true })
})

test('groups decide about the registry only if the setting mentions it', () => {
  const speaking = mapping('staff=staff, readers=registry, writers=registry-create')
  expect(rightsOf(speaking, ['staff'])).toMatchObject({ can_enter_registry: false, can_create_registry: false })
  expect(rightsOf(speaking, ['staff', 'readers'])).toMatchObject({
    can_enter_registry: true,
    can_create_registry: false,
  })
  expect(rightsOf(speaking, ['staff', 'writers'])).toMatchObject({
    can_enter_registry: true,
    can_create_registry: true,
  })
  expect(rightsOf(speaking, ['writers'])).toBeNull()
})

describe('rights that groups do not give', () => {
  const client = { isRivc: false, isAdmin: false, idcomp: 7 }
  const NONE = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }

  test('stay in the same company', () => {
    expect(rightsFor({ idcomp: 7 }, client)).toEqual(client)
    const staff = { isRivc: true, isAdmin: true, idcomp: null }
    expect(rightsFor({ idcomp: null }, staff)).toEqual(staff)
  })

  test('are not carried over to another one', () => {
    expect(rightsFor({ idcomp: 8 }, client)).toEqual({ ...client, ...NONE })
    const registry = { can_enter_registry: true, can_create_registry: false }
    expect(rightsFor({ idcomp: 8 }, { ...client, ...registry })).toEqual({ ...client, ...NONE, ...registry })
  })
})
