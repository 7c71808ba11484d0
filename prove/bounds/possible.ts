import type { Parts } from '../rights/line.ts'
import type { Thing } from '../world/ground.ts'
import type { World } from '../world/world.ts'

/** Calls that are possible in the world, for endpoints whose line in the table of rights names nothing that exists. */

type Base = (world: World, thing: Thing) => Parts

const ofCompany =
  (body: unknown): Base =>
  ({ companies }) => ({ params: { id: companies.own }, body })
const ofClient =
  (body: unknown): Base =>
  ({ people }) => ({ params: { id: people.client }, body })
const item =
  (body: unknown): Base =>
  () => ({ params: { list: 'registry_step', id: 1 }, body })
const letter = (): Base => () => ({
  params: { id: 1 },
  body: { subject: 'Тема', heading: 'Заголовок', text: 'Текст', button: 'Открыть' },
})
const byLink =
  (body: object): Base =>
  ({ link }) => ({ params: { token: link }, body })
const target =
  (body: object): Base =>
  (_, { id }) => ({ params: { id }, body })
let serial = 0
const next = () => (serial += 1)

export const possible: Record<string, Base[]> = {
  'adminCompanies.create': [() => ({ body: { namecomp: `ООО «Новая ${next()}»` } })],
  'adminCompanies.save': [ofCompany({ namecomp: 'ООО «Иная»' })],
  'adminPeople.create': [() => ({ body: { login: `novy${next()}`, name: 'Новый', company: null } })],
  'adminPeople.save': [
    ({ people, companies }) => ({
      params: { id: people.unregistered },
      body: { login: 'client3', name: 'Клиент', company: companies.own },
    }),
  ],
  'adminPeople.linkCorporate': [ofClient({ subject: 'один' })],
  'adminLists.create': [() => ({ params: { list: 'registry_step' }, body: { name: `Ещё ${next()}` } })],
  'adminLists.rename': [item({ name: 'Иначе' })],
  'letterTemplates.preview': [letter()],
  'letterTemplates.save': [letter()],
  'companyCalendars.close': [ofCompany({ date_from: '2026-04-01', date_to: '2026-04-02', reason: 'Отчётность' })],
  'substitutes.name': [
    ({ people, companies }) => ({
      params: { id: companies.own },
      body: {
        user_id: people.client,
        substitute_id: people.unregistered,
        date_from: '2026-04-01',
        date_to: '2026-04-02',
      },
    }),
  ],
  'agreements.update': [
    target({ updateTarget: 0, remark: 'Не подходит' }),
    target({ updateTarget: 1, isPublishedOnTestEnv: true }),
    target({ updateTarget: 3, recipientsExtra: ['a@example.ru'] }),
    target({ updateTarget: 4, releaseDate: '2026-03-25', releaseTime: '10:00', cancel_reason: 'Отпуск' }),
    target({ updateTarget: 5, on_behalf: 'client', remark: 'По телефону' }),
  ],
  'offers.answer': [
    (_, { id, of }) => ({ params: { id, offer_id: of['offer'] ?? 0 }, body: { answer: 'decline', text: 'Нет' } }),
  ],
  'approve.answer': [byLink({ answer: 'agree' }), byLink({ answer: 'remark', remark: 'Рано' })],
  'linkedThreads.raise': [byLink({ html: '<p>Рано</p>' })],
  'registry.updateSelfColumns': [
    () => ({ body: { columns: [{ key: 'title', visible: true, width: 200, order: 1, pinned: false }] } }),
  ],
  'services.create': [() => ({ body: { name: `Сборка ${next()}`, scope: 'read', company: null, days: 30 } })],
}
