import { describe, expect, test } from 'vitest'
import { registry } from '@vypusk/contract'
import { abilitiesOf, companyOfNew, mayChange, mayCreate, mayEnter, maySee, maySet, reasons } from './policy.ts'

const staff = { isRivc: true }
const client = { isRivc: false }
const granted = (enter: boolean, create: boolean) => ({
  isRivc: false,
  can_enter_registry: enter,
  can_create_registry: create,
})

describe('who may enter and create', () => {
  test.each([
    [true, true, true, true],
    [true, false, true, reasons.noCreate],
    // The right to create has no effect without the right to enter.
    [false, true, reasons.noEntry, reasons.noEntry],
    [false, false, reasons.noEntry, reasons.noEntry],
  ])('enter %s, create %s', (enter, create, entering, creating) => {
    expect(mayEnter(granted(enter, create))).toEqual(entering)
    expect(mayCreate(granted(enter, create))).toEqual(creating)
  })
})

/** api.md, "Registry": field · client on the first step · client later. Staff always change everything. */
const table: [registry.Field, number | true, number | true][] = [
  ['company', 403, 403],
  ['request', 403, 403],
  ['title', true, 422],
  ['description', true, 422],
  ['step', 403, 403],
  ['priority', true, 422],
  ['responsible', true, 422],
  ['boss', 403, 403],
  ['due_date', true, 422],
  ['planned_time', 403, 403],
]
const statusOf = (may: ReturnType<typeof mayChange>) => (may === true ? true : may[0])

describe('field × role × step', () => {
  test.each(table)('%s', (field, first, later) => {
    expect(mayChange(staff, field, 'first_step')).toBe(true)
    expect(mayChange(staff, field, 'later')).toBe(true)
    expect(statusOf(mayChange(client, field, 'first_step'))).toBe(first)
    expect(statusOf(mayChange(client, field, 'later'))).toBe(later)
  })

  test('the table has every field', () => {
    expect(table.map(([field]) => field)).toEqual([...registry.fields])
  })

  test('a new entry of a client may name its request, and no other field of staff', () => {
    const refused = registry.fields.filter((field) => maySet(client, field) !== true)
    expect(refused).toEqual(['company', 'step', 'boss', 'planned_time'])
    expect(registry.fields.filter((field) => maySet(staff, field) !== true)).toEqual([])
  })

  test('abilities give the same reason as the refusal', () => {
    expect(abilitiesOf(client, 'later').title).toBe(reasons.leftFirstStep[1])
    expect(abilitiesOf(client, 'first_step')).toMatchObject({ title: true, boss: reasons.staffOnly[1] })
    expect(new Set(Object.values(abilitiesOf(staff, 'later')))).toEqual(new Set([true]))
  })
})

test('hours are hidden from clients', () => {
  expect([maySee(staff, 'planned_time'), maySee(client, 'planned_time'), maySee(client, 'boss')]).toEqual([
    true,
    false,
    true,
  ])
})

test('the company of a new entry', () => {
  expect(companyOfNew({ isRivc: true, idcomp: null }, 7)).toBe(7)
  expect(companyOfNew({ isRivc: true, idcomp: null }, undefined)).toBeUndefined()
  expect(companyOfNew({ isRivc: false, idcomp: 3 }, 7)).toBe(3)
})
