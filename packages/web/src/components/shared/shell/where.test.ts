import { expect, it } from 'vitest'
import { whereIs } from './where.ts'

it.each([
  ['/releases/5', {}, { place: 'release/5', note: '' }],
  ['/releases/5', { tab: 'history' }, { place: 'release/5', note: 'history' }],
  ['/releases/5/description', {}, { place: 'release/5', note: 'description' }],
  ['/release/5', {}, { place: 'release/5', note: 'edit' }],
  ['/release/0', {}, null],
  ['/releases', {}, null],
  ['/', { open: '12' }, { place: 'request/12', note: '' }],
  ['/admin/people', { open: '3' }, { place: 'user/3', note: '' }],
  ['/', {}, null],
  ['/agreements/calendar', {}, null],
  ['/agreements/7', {}, { place: 'agreement/7', note: '' }],
  ['/registryHistory/3', {}, { place: 'registry_entry/3', note: '' }],
  ['/planning', {}, { place: 'planning/1', note: '' }],
  ['/nowhere/3', {}, null],
])('%s %j is %j', (pathname, search, where) => expect(whereIs(pathname, search)).toEqual(where))
