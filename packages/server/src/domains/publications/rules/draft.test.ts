import { describe, expect, it } from 'vitest'
import type { publications, releases } from '@vypusk/contract'
import { addressees, audienceOf, problemsOf, unready, type DraftFacts } from './draft.ts'

const nobody = { waiting: [], warned: [], unnamed: [] }
const READY: releases.Readiness = { ready: true, called_off: false, agreed: 2, expected: 2, ...nobody }
const [PORT, AVIA, MERIDIAN] = [1, 2, 3]
const release = { id: 10, title: '2026.12', is_visible_for_client: true, companies: [PORT, AVIA], modules_ids: [5] }
const known: DraftFacts = {
  releases: new Map([
    [10, { ...release, notPublishingList: [] }],
    [11, { ...release, id: 11, title: '2027.01', notPublishingList: [AVIA] }],
    [12, { ...release, id: 12, title: 'Скрытый', is_visible_for_client: false, notPublishingList: [] }],
  ]),
  corrected: [],
  readiness: new Map([
    [10, READY],
    [11, { ...READY, ready: false }],
    [12, READY],
  ]),
  uploads: new Map([
    [20, { id: 20, file_name: 'update.zip', isRivc: true, used_in: ['release'] }],
    [21, { id: 21, file_name: 'old.zip', isRivc: true, used_in: ['publication'] }],
    [22, { id: 22, file_name: 'client.zip', isRivc: false, used_in: [] }],
    [23, { id: 23, file_name: 'attached.zip', isRivc: true, used_in: ['request'] }],
  ]),
  people: new Map([
    [30, { id: 30, name: 'Иванова', email: 'i@example.ru', idcomp: null }],
    [31, { id: 31, name: 'Петров', email: 'p@port.ru', idcomp: PORT }],
    [32, { id: 32, name: 'Без адреса', email: null, idcomp: PORT }],
    [33, { id: 33, name: 'Авиев', email: 'a@avia.ru', idcomp: AVIA }],
    [34, { id: 34, name: 'Меридианов', email: 'm@meridian.ru', idcomp: MERIDIAN }],
  ]),
  uses: new Map([[PORT, new Set([5])]]),
}
type Draft = publications.Draft
type Item = Draft['list'][number]
const item = (overrides: Partial<Item> = {}): Item => ({
  release: 10,
  files: [20],
  packages: [],
  modules: [5],
  customers: [PORT],
  notPublishingList: [],
  ...overrides,
})
const draft = (overrides: Partial<Draft> = {}): Draft => ({
  list: [item()],
  recipients: { rivc: [30], clients: [31] },
  text: '',
  ...overrides,
})

describe('problemsOf', () => {
  it('finds none in a good draft', () => {
    expect(problemsOf(draft(), known)).toEqual({})
  })

  it.each<[string, Partial<Draft>, string]>([
    ['an unknown release', { list: [item({ release: 99 })], recipients: { rivc: [], clients: [] } }, 'list.0.release'],
    ['a release named twice', { list: [item(), item({ files: [] })] }, 'list.1.release'],
    ['no customers', { list: [item(), item({ release: 12, customers: [] })] }, 'list.1.customers'],
    ['a company not in the release', { list: [item({ customers: [PORT, MERIDIAN] })] }, 'list.0.customers'],
    ['a module not in the release', { list: [item({ modules: [5, 6] })] }, 'list.0.modules'],
    ['an unknown file', { list: [item({ files: [99] })] }, 'list.0.files'],
    ['a published file', { list: [item({ files: [21] })] }, 'list.0.files'],
    ["a client's file", { list: [item({ files: [22] })] }, 'list.0.files'],
    ["a request's file", { list: [item({ files: [23] })] }, 'list.0.files'],
    ['a client among staff', { recipients: { rivc: [31], clients: [] } }, 'recipients.rivc'],
    ['staff among clients', { recipients: { rivc: [], clients: [30] } }, 'recipients.clients'],
    ["another company's person", { recipients: { rivc: [], clients: [34] } }, 'recipients.clients'],
    ['an unknown person', { recipients: { rivc: [99], clients: [] } }, 'recipients.rivc'],
    ['a release that is not ready, without a reason', { list: [item({ release: 11 })] }, 'reason'],
  ])('%s', (_what, input, field) => {
    const problems = problemsOf(draft(input), known)
    expect(Object.keys(problems)).toEqual([field])
    expect(problems[field]?.[0]).toMatch(/[А-Я]/)
  })

  it('accepts a reason for a release that is not ready', () => {
    expect(problemsOf(draft({ list: [item({ release: 11 })], reason: 'Срочное исправление' }), known)).toEqual({})
  })
})

it('names the releases that are not ready', () => {
  expect(unready(draft({ list: [item(), item({ release: 11 })] }), known).map(({ id }) => id)).toEqual([11])
})

describe('audienceOf', () => {
  const both = [PORT, AVIA]
  it.each<[string, Item[], number[]]>([
    ['customers', [item({ customers: both })], both],
    ['except those on the list', [item({ release: 11, customers: both })], [PORT]],
    ['nor those that the draft leaves out', [item({ customers: both, notPublishingList: [PORT] })], [AVIA]],
    ['and none for a hidden release', [item({ release: 12, customers: both })], []],
    ['each once, whatever the release', [item({ release: 11, customers: both }), item({ customers: both })], both],
  ])('%s', (_what, list, companies) => {
    expect(audienceOf({ list }, known)).toEqual(companies)
  })
})

it('writes to people with an address whose company gets something', () => {
  const recipients = { rivc: [30], clients: [31, 32, 33] }
  const toPort = (named: number) => [item({ release: named, customers: [PORT] })]
  expect(addressees({ list: toPort(10), recipients }, known).map(({ id }) => id)).toEqual([30, 31])
  // To its company once the release is shown.
  expect(addressees({ list: toPort(12), recipients }, known).map(({ id }) => id)).toEqual([30, 31])
})
