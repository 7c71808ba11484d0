import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, consequences, letters, offers, publications, releases, requests, scopes } from '@vypusk/contract'
import { firstRefused, sentencesOf, type Command, type Commands } from './testing/abilities.ts'
import type { Api } from './testing/app.ts'
import { makeFile, makePublication } from './testing/making/make-publication.ts'
import { makeAgreement } from './testing/making/make.ts'
import { releasesWorld } from './testing/releases.ts'

/**
 * The house test of abilities: what a detail reply says is not possible, the command refuses in the same words
 * (docs/architecture.md, "Abilities"). The tables have a command for every ability, or they do not compile; the other
 * replies with abilities are in abilities-beside.test.ts.
 */

const world = await releasesWorld()
const { product, people, staff, client, db, newRelease, newRequest, fields } = world
afterAll(() => product.close())

const things = { release: 0, request: 0, agreement: 0, publication: 0, file: 0 }
beforeAll(async () => {
  things.release = await newRelease({ published_at: '2026-03-02T00:00:00.000Z' })
  things.request = await newRequest({ release_id: things.release })
  things.file = await makeFile(db)
  const pair = { release_id: things.release, company_id: people.company1 }
  things.agreement = await makeAgreement(db, {
    author_id: people.manager,
    ...pair,
    releaseDate: '2026-03-20',
    by_rivc: true,
    by_client: true,
  })
  const items = [{ release_id: things.release, customers: [people.company1] }]
  things.publication = await makePublication(db, { author_id: people.manager }, items)
})

const ofRelease = () => ({ params: { id: things.release } })
const ofRequest = () => ({ params: { id: things.request } })
const update =
  (body: object): Command =>
  (api) =>
    api(agreements.update, { params: { id: things.agreement }, body: body as never })

const releaseCommands: Commands<keyof releases.ReleaseDetail['abilities']> = {
  save: (api) => api(releases.saveComment, { ...ofRelease(), body: { comment: 'Слово' } }),
  delete: (api) => api(releases.remove, ofRelease()),
  step: (api) => api(releases.changeStep, { ...ofRelease(), body: { step_id: 0 } }),
  requests: (api) => api(releases.addRequests, { ...ofRelease(), body: { requests: [things.request] } }),
  files: (api) => api(releases.addFiles, { ...ofRelease(), body: { files: [things.file] } }),
  not_publishing: (api) =>
    api(releases.notPublishing, { body: { release_id: things.release, company_id: people.company2 } }),
}

const requestCommands: Commands<keyof requests.RequestDetail['abilities']> = {
  edit_backlog: (api) => api(requests.saveBacklog, { body: { request_id: things.request, inBacklog: true } }),
  edit_status: (api) => api(requests.saveStatus, { body: { requests: [things.request], isPaid: true } }),
  edit_description: (api) =>
    api(requests.saveDescription, { ...ofRequest(), body: { description: 'Текст', isSolo: true } }),
  edit: (api) => api(requests.saveRequest, { ...ofRequest(), body: { urgency: 2 } }),
  withdraw: (api) => api(requests.withdrawRequest, ofRequest()),
  add_to_release: (api) => api(releases.save, { params: { id: 0 }, body: { ...fields(), requests: [things.request] } }),
}

const publicationCommands: Commands<keyof publications.Publication['abilities']> = {
  resend: (api) => api(letters.retryDelivery, { params: { id: 1 } }),
  withdraw: (api) => api(publications.withdraw, { params: { id: things.publication }, body: { reason: 'Ошибка' } }),
  correct: (api) =>
    api(publications.publish, {
      body: { list: [{ release: things.release, customers: [1] }], recipients: {}, corrects: things.publication },
    }),
}

const answer =
  (body: object): Command =>
  (api) =>
    api(offers.answer, { params: { id: things.agreement, offer_id: 1 }, body: body as never })

const settle =
  (how: { decision: scopes.Decision; reason?: string }): Command =>
  async (api) => {
    const agreement = { id: things.agreement, scope_sha: '0'.repeat(64) }
    const settled = await api(scopes.settle, { body: { agreements: [agreement], ...how } })
    return firstRefused(settled, settled.status === 200 ? settled.body.refused : [])
  }

const agreementCommands: Commands<agreements.Action> = {
  remark: update({ updateTarget: 0, remark: 'Слово' }),
  isPublishedOnTestEnv: update({ updateTarget: 1, isPublishedOnTestEnv: true }),
  recipients: update({ updateTarget: 2, recipients: [] }),
  recipientsExtra: update({ updateTarget: 3, recipientsExtra: [] }),
  date: update({ updateTarget: 4, releaseDate: '2026-03-25', releaseTime: null, cancel_reason: 'Так надо' }),
  approve: update({ updateTarget: 5 }),
  approve_on_behalf: update({ updateTarget: 5, on_behalf: 'client', remark: 'Звонили' }),
  delete: (api) => api(agreements.remove, { params: { id: things.agreement } }),
  offer: (api) =>
    api(offers.propose, {
      params: { id: things.agreement },
      body: { releaseDate: '2026-03-27', releaseTime: null, reason: 'Отпуска' },
    }),
  accept_offer: answer({ answer: 'accept' }),
  decline_offer: answer({ answer: 'decline', text: 'Нет' }),
  withdraw_offer: answer({ answer: 'withdraw' }),
  settle_scope: settle({ decision: 'ignore', reason: 'Опечатка' }),
  tell_scope: settle({ decision: 'tell' }),
  withdraw: (api) => api(consequences.withdraw, { body: { ids: [things.agreement] } }),
}

const kinds = {
  release: {
    commands: releaseCommands,
    abilities: async (api: Api) => (await api(releases.get, ofRelease())).body.abilities,
  },
  request: {
    commands: requestCommands,
    abilities: async (api: Api) => (await api(requests.getRequest, ofRequest())).body.abilities,
  },
  agreement: {
    commands: agreementCommands,
    abilities: async (api: Api) => (await api(agreements.get, { params: { id: things.agreement } })).body.abilities,
  },
  publication: {
    commands: publicationCommands,
    abilities: async (api: Api) =>
      (await api(publications.getPublication, { params: { id: things.publication } })).body.abilities,
  },
}

const readers = { staff, client }
/** Staff may do everything with a publication. */
const cells = Object.entries(kinds).flatMap(([kind, both]) =>
  (kind === 'publication' ? (['client'] as const) : (['staff', 'client'] as const)).map((who) => ({
    name: `${kind} · ${who}`,
    api: readers[who],
    ...both,
  })),
)

test.each(cells)('a command is refused in the words of its ability: $name', async (one) => {
  const { refused, said } = await sentencesOf(one)
  expect(said).toEqual(refused)
})
