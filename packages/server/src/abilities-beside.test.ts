import type * as z from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminCompanies,
  adminPeople,
  agreements,
  companyCalendars,
  endpoints,
  letterTemplates,
  publications,
  registry,
  releases,
  reminders,
  requests,
  secondFactor,
  settings,
  substitutes,
  threads,
  trials,
} from '@vypusk/contract'
import { firstRefused, sentencesOf, type Command, type Commands, type AbilityCase } from './testing/abilities.ts'
import { PASSWORD } from './testing/password.ts'
import { makeAgreement, makeEntry, makePerson } from './testing/making/make.ts'
import { releasesWorld } from './testing/releases.ts'

/**
 * The house test of abilities for everything but releases, requests, agreements and publications, which
 * abilities.test.ts has; and that no reply with abilities is left out by both.
 */

const { product, people, staff, client, db, newRelease, newRequest } = await releasesWorld()
afterAll(() => product.close())
const admin = await product.as('admin')

/** Days that are ahead of the clock of tests. */
const DAYS = { date_from: '2100-05-05', date_to: '2100-05-06' }
const CLOSED = { ...DAYS, reason: 'Отпуск' }
const things = { agreement: 0, request: 0, thread: 0, entry: 0, recorded: 0, closed: 0, substitute: 0 }
const company = { id: people.company1 }

beforeAll(async () => {
  const release_id = await newRelease()
  things.request = await newRequest({ release_id })
  const pair = { release_id, company_id: people.company1 }
  things.agreement = await makeAgreement(db, {
    author_id: people.manager,
    ...pair,
    releaseDate: '2026-03-20',
    by_client: true,
    by_rivc: true,
  })
  const about = { entity: 'agreement' as const, id: things.agreement }
  const raised = await staff(threads.raise, { params: about, body: { html: '<p>Рано</p>' } })
  things.thread = raised.body.thread.id
  things.entry = raised.body.thread.entries[0]!.id
  things.recorded = await makeEntry(db, { author_id: people.client1, idcomp: people.company1, step_id: 2 })
  const closed = await staff(companyCalendars.close, { params: company, body: CLOSED })
  things.closed = closed.body.calendar.closed[0]!.id
  const [user_id, substitute_id] = [
    await makePerson(db, 'anna', { idcomp: people.company1 }),
    await makePerson(db, 'boris', { idcomp: people.company1 }),
  ]
  const named = { user_id, substitute_id, ...DAYS }
  const substituted = await staff(substitutes.name, { params: company, body: named })
  things.substitute = substituted.body.substitutes[0]!.id
})

const self = { params: { id: people.admin } }
const ofAgreement = () => ({ params: { id: things.agreement } })
const ofThread = () => ({ params: { id: things.thread } })
const ofEntry = () => ({ params: { id: things.thread, entry_id: things.entry } })
const threadOf = async (api: Parameters<Command>[0]) => {
  const { body } = await api(threads.of, { params: { entity: 'agreement', id: things.agreement } })
  return body.threads[0]!
}

const personCommands: Commands<keyof adminPeople.PersonDetail['abilities']> = {
  isAdmin: (api) =>
    api(adminPeople.save, { ...self, body: { login: 'admin', name: 'Имя admin', company: null, isAdmin: false } }),
  first: (api) => api(adminPeople.first, { params: { ...self.params, company: people.company1 } }),
  block: (api) => api(adminPeople.block, { ...self, body: { is_blocked: true } }),
  password: (api) => api(adminPeople.sendPassword, self),
  second_factor: (api) => api(adminPeople.resetFactor, self),
}

const threadCommands: Commands<threads.Action> = {
  answer: (api) => api(threads.answer, { ...ofThread(), body: { html: '<p>Да</p>' } }),
  internal: (api) => api(threads.answer, { ...ofThread(), body: { html: '<p>Да</p>', internal: true } }),
  close: (api) => api(threads.turn, { ...ofThread(), body: { state: 'closed', reason: 'Сделано' } }),
  reopen: (api) => api(threads.turn, { ...ofThread(), body: { state: 'open' } }),
  owner: (api) => api(threads.save, { ...ofThread(), body: { owner: people.admin } }),
  due: (api) => api(threads.save, { ...ofThread(), body: { due: '2100-05-05' } }),
  blocks: (api) => api(threads.save, { ...ofThread(), body: { blocks: false } }),
}

const entryCommands: Commands<threads.EntryAction> = {
  rewrite: (api) => api(threads.rewrite, { ...ofEntry(), body: { html: '<p>Иначе</p>' } }),
  withdraw: (api) => api(threads.withdraw, ofEntry()),
}

const ladderCommands: Commands<reminders.LadderAction> = {
  pause: (api) => api(reminders.pause, { ...ofAgreement(), body: { reason: 'Отпуск' } }),
  resume: (api) => api(reminders.resume, ofAgreement()),
  hurry: (api) => api(reminders.hurry, { ...ofAgreement(), body: { stage: 'recipients' } }),
  remind: async (api) => {
    const reminded = await api(agreements.remindMany, { body: { ids: [things.agreement] } })
    return firstRefused(reminded, reminded.status === 200 ? reminded.body.refused : [])
  },
}

const record =
  (fields: object): Command =>
  (api) =>
    api(registry.updateEntry, { body: { id: things.recorded, ...fields } })
const registryCommands: Commands<registry.Field> = {
  company: record({ company: people.company2 }),
  request: (api) => record({ request: things.request })(api),
  title: record({ title: 'Иначе' }),
  description: record({ description: 'Иначе' }),
  step: record({ step: 1 }),
  priority: record({ priority: 1 }),
  responsible: record({ responsible: people.client1 }),
  boss: record({ boss: people.manager }),
  due_date: record({ due_date: '2100-05-05' }),
  planned_time: record({ planned_time: 60 }),
}

const told: Record<string, AbilityCase> = {
  person: {
    api: admin,
    commands: personCommands,
    abilities: async (api) => (await api(adminPeople.get, self)).body.abilities,
  },
  company: {
    api: admin,
    commands: { hide: (api) => api(adminCompanies.hide, { params: company, body: { is_hidden: true } }) },
    abilities: async (api) => (await api(adminCompanies.get, { params: company })).body.abilities,
  },
  'remark of the other side': {
    api: client,
    commands: threadCommands,
    abilities: async (api) => (await threadOf(api)).abilities,
  },
  'entry of somebody else': {
    api: client,
    commands: entryCommands,
    abilities: async (api) => (await threadOf(api)).entries[0]!.abilities,
  },
  'reminders of what is agreed': {
    api: staff,
    commands: ladderCommands,
    abilities: async (api) => (await api(reminders.list, ofAgreement())).body.abilities,
  },
  'trials before the test': {
    api: client,
    commands: {
      tell: (api) =>
        api(trials.tell, { ...ofAgreement(), body: { request_id: things.request, verdict: 'works', files: [] } }),
      build: (api) => api(trials.setBuild, { ...ofAgreement(), body: { build: '5' } }),
    } satisfies Commands<keyof trials.Trials['abilities']>,
    abilities: async (api) => (await api(trials.get, ofAgreement())).body.abilities,
  },
  calendar: {
    api: client,
    commands: {
      edit: (api) => api(companyCalendars.close, { params: company, body: CLOSED }),
    } satisfies Commands<keyof companyCalendars.CompanyCalendar['abilities']>,
    abilities: async (api) => (await api(companyCalendars.get, { params: company })).body.abilities,
  },
  'days closed by staff': {
    api: client,
    commands: {
      open: (api) => api(companyCalendars.open, { params: { ...company, closed_id: things.closed } }),
    } satisfies Commands<keyof companyCalendars.ClosedDays['abilities']>,
    abilities: async (api) => (await api(companyCalendars.get, { params: company })).body.closed[0]!.abilities,
  },
  'substitute of somebody else': {
    api: client,
    commands: {
      end: (api) => api(substitutes.end, { params: { ...company, substitute_id: things.substitute } }),
    } satisfies Commands<keyof substitutes.Substitute['abilities']>,
    abilities: async (api) => (await api(substitutes.list, { params: company })).body.substitutes[0]!.abilities,
  },
  'registry entry on a later step': {
    api: client,
    commands: registryCommands,
    abilities: async (api) => (await api(registry.getEntry, { params: { id: things.recorded } })).body.abilities,
  },
  'second factor where there is no site': {
    api: client,
    commands: {
      totp: (api) => api(secondFactor.beginTotp, { body: { current_password: PASSWORD } }),
      passkey: (api) => api(secondFactor.beginPasskey, { body: { current_password: PASSWORD } }),
    },
    abilities: async (api) => (await api(secondFactor.get)).body.abilities,
  },
  'mail that is not set up': {
    api: admin,
    commands: { check: (api) => api(settings.check, { params: { section: 'mail' } }) },
    abilities: async (api) =>
      (await api(settings.list)).body.sections.find(({ section }) => section === 'mail')!.abilities,
  },
}

test.each(Object.entries(told))('a command is refused in the words of its ability: %s', async (_, one) => {
  const { refused, said } = await sentencesOf(one)
  expect(said).toEqual(refused)
})

test('a letter is tried only by somebody with an address', async () => {
  await db.updateTable('users').set({ email: null }).where('id', '=', people.admin).execute()
  const { id } = (await admin(letterTemplates.list)).body.templates[0]!
  const { original } = (await admin(letterTemplates.get, { params: { id } })).body
  const { refused, said } = await sentencesOf({
    api: admin,
    commands: { test: (api) => api(letterTemplates.test, { params: { id }, body: original }) },
    abilities: async (api) => (await api(letterTemplates.get, { params: { id } })).body.abilities,
  })
  expect(said).toEqual(refused)
})

/** The abilities of every object in a schema, each as a sorted list of its actions. */
function abilitiesIn(schema: z.ZodType): string[] {
  const def: { [key: string]: unknown } = { ...schema.def }
  const shape = (def['shape'] ?? {}) as Record<string, z.ZodType>
  const inner = ['innerType', 'element', 'in', 'out', 'valueType'].map((key) => def[key])
  const below = [...Object.values(shape), ...inner, ...((def['options'] ?? []) as unknown[])]
  const own = Object.entries(shape).flatMap(([name, each]) => (name === 'abilities' ? [actionsOf(each)] : []))
  return [...own, ...below.filter(Boolean).flatMap((each) => abilitiesIn(each as z.ZodType))].filter(Boolean)
}

const actionsOf = (abilities: z.ZodType) =>
  Object.keys((abilities.def as { shape?: object }).shape ?? {})
    .toSorted()
    .join()

test('no abilities of the contract are left out', () => {
  const all = new Set(Object.values(endpoints).flatMap(({ reply }) => (reply ? abilitiesIn(reply) : [])))
  const elsewhere = [
    releases.releaseDetail,
    requests.requestDetail,
    agreements.agreementDetail,
    publications.publication,
  ]
  const here = [...Object.values(told).map(({ commands }) => Object.keys(commands).toSorted().join()), 'test']
  expect([...all].toSorted()).toEqual([...elsewhere.flatMap(abilitiesIn), ...here].toSorted())
})
