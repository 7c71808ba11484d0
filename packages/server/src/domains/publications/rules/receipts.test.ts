import { expect, it } from 'vitest'
import { changeOf } from './receipts.ts'

it.each([
  [[], { kind: 'received', remove: false }, { add: ['received'], drop: [] }],
  [[], { kind: 'installed', remove: false }, { add: ['received', 'installed'], drop: [] }],
  [['received'], { kind: 'installed', remove: false }, { add: ['installed'], drop: [] }],
  [['received'], { kind: 'received', remove: false }, { add: [], drop: [] }],
  [['received', 'installed'], { kind: 'received', remove: true }, { add: [], drop: ['received', 'installed'] }],
  [['received', 'installed'], { kind: 'installed', remove: true }, { add: [], drop: ['installed'] }],
  [[], { kind: 'installed', remove: true }, { add: [], drop: [] }],
] as const)('%j and %j make %j', (marks, change, made) => {
  expect(changeOf(marks, change)).toEqual(made)
})
