import { adminCompanies, agreements, registry, releases, requests } from '@vypusk/contract'
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { agreementDetail } from './testing/agreements.ts'
import { open } from './testing/app.tsx'
import { companyDetail } from './testing/companies.ts'
import { admin, client, manager } from './testing/people.ts'
import { entryAbilities, registryEntry } from './testing/registry.ts'
import { pageWith, releaseCompany, releaseDetail } from './testing/releases.ts'
import { requestDetail, requestPage, requestRow } from './testing/requests.ts'
import { server } from './testing/server.ts'

/** What a screen of a person shows first: everything else of it fails. */
const shown = {
  agreement: () => server.answer(agreements.get, agreementDetail(5)),
  release: () => server.answer(releases.get, releaseDetail(8, { companies: [releaseCompany(7, { agreement_id: 5 })] })),
  releaseWithAgreement: () => {
    shown.release()
    shown.agreement()
  },
  backlog: () => server.answer(requests.backlogSummary, requestPage([requestRow(5)])),
  request: () => server.answer(requests.getRequest, requestDetail(5)),
  releases: () => server.answer(releases.list, pageWith([])),
  agreements: () =>
    server.answer(agreements.list, { ...pageWith([]), counts: { total: 0, by_status: [], by_shown: [] } }),
  company: () => server.answer(adminCompanies.get, companyDetail()),
  entry: () => server.answer(registry.getEntry, { ...registryEntry(1), abilities: entryAbilities }),
  nothing: () => {},
} as const

const people = { manager, client1: client, admin } as const

const screens = [
  ['/', 'manager', 'backlog'],
  ['/?open=5', 'manager', 'request'],
  ['/?view=charts', 'manager', 'nothing'],
  ['/releases', 'manager', 'releases'],
  ['/releases/8', 'manager', 'release'],
  ['/releases/8?as=7', 'manager', 'releaseWithAgreement'],
  ['/releases/8', 'client1', 'releaseWithAgreement'],
  ['/releases/8/description', 'manager', 'release'],
  ['/releases/add', 'manager', 'nothing'],
  ['/agreements', 'manager', 'agreements'],
  ['/agreements?view=calendar', 'manager', 'nothing'],
  ['/agreements?view=matrix', 'manager', 'nothing'],
  ['/agreements/5', 'manager', 'agreement'],
  ['/agreements/add', 'manager', 'nothing'],
  ['/clientAgreements?open=5', 'client1', 'agreement'],
  ['/companyCalendar?company=7', 'manager', 'nothing'],
  ['/publications', 'manager', 'nothing'],
  ['/publications', 'client1', 'nothing'],
  ['/planning', 'manager', 'nothing'],
  ['/registry', 'manager', 'nothing'],
  ['/registry?open=1', 'manager', 'entry'],
  ['/waiting', 'manager', 'nothing'],
  ['/waiting', 'client1', 'nothing'],
  ['/account', 'manager', 'nothing'],
  ['/settings', 'manager', 'nothing'],
  ['/tokens', 'manager', 'nothing'],
  ['/admin/companies?open=7', 'admin', 'company'],
  ['/admin/webhooks', 'admin', 'nothing'],
  ['/admin/services', 'admin', 'nothing'],
] as const

/** Long enough for all that a screen asks by itself, and for several more rounds of it. */
const SETTLED_MS = 300
/** A part is asked for by the screen that waits for it, by its frame, and when it is shown. */
const MOST = 3

it.each(screens)('%s of %s asks for no part without end when every other one fails', async (address, login, first) => {
  server.refuseOtherwise()
  shown[first]()
  await open(address, people[login])
  await vi.dynamicImportSettled()
  await act(() => new Promise((resolve) => setTimeout(resolve, SETTLED_MS)))
  const often = [...server.refused].filter(([, times]) => times > MOST)
  expect(Object.fromEntries(often)).toEqual({})
})
