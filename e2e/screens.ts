import type { paths } from '../packages/web/src/paths.ts'
import { apiOf, expect } from './fixtures.ts'
import type { Api, Page, Who } from './fixtures.ts'

/**
 * Every screen of the product, once: the screens shown in docs/screens.md and checked by axe. With a new path
 * scripts/screens.test.ts fails until the path is listed here or in `excepted`.
 */

export type PathName = keyof typeof paths

/** Ids of things in the demo data that the pages show. */
export interface Things {
  request: number
  release: number
  agreement: number
  publication: number
  entry: number
}

export interface Screen {
  /** The picture's file name, without the extension. */
  name: string
  /** The screen's title in docs/screens.md. */
  title: string
  path: PathName
  /** Who sees the screen; null before anybody has signed in. */
  who: Who | null
  at: (things: Things) => string
  /** Whether there is also a picture at phone size. */
  phone?: true
}

const screen = (path: PathName, name: string, title: string, who: Who | null, at: Screen['at'] | string): Screen => ({
  path,
  name,
  title,
  who,
  at: typeof at === 'string' ? () => at : at,
})

export const screens: Screen[] = [
  { ...screen('login', 'login', 'Вход', null, '/login'), phone: true },
  screen('backlog', 'backlog', 'Бэклог', 'manager', '/'),
  screen('backlog', 'backlog-charts', 'Бэклог: графики', 'manager', '/?view=charts'),
  screen('backlog', 'request', 'Заявка рядом со списком', 'manager', ({ request }) => `/?open=${request}`),
  screen('requestAdd', 'request-add', 'Новая заявка', 'manager', '/clientRequests/0'),
  screen('waiting', 'waiting', 'Ждёт меня', 'manager', '/waiting'),
  screen('releases', 'releases', 'Релизы', 'manager', '/releases'),
  screen('releases', 'releases-board', 'Релизы: доска', 'manager', '/releases?view=board'),
  screen('release', 'release', 'Релиз', 'manager', ({ release }) => `/releases/${release}`),
  screen(
    'releaseDescription',
    'release-description',
    'Описание релиза',
    'manager',
    ({ release }) => `/releases/${release}/description`,
  ),
  screen('releaseAdd', 'release-add', 'Новый релиз', 'manager', '/release/0'),
  screen('releaseEdit', 'release-edit', 'Изменение релиза', 'manager', ({ release }) => `/release/${release}`),
  screen('agreements', 'agreements', 'Согласования', 'manager', '/agreements'),
  screen('agreements', 'agreements-matrix', 'Согласования: матрица', 'manager', '/agreements?view=matrix'),
  screen('agreementCalendar', 'agreement-calendar', 'Календарь согласований', 'manager', '/agreements/calendar'),
  screen('agreement', 'agreement', 'Согласование', 'manager', ({ agreement }) => `/agreements/${agreement}`),
  screen('agreementAdd', 'agreement-add', 'Новое согласование', 'manager', '/agreements/0'),
  screen('publications', 'publications', 'Публикации', 'manager', '/publications'),
  screen('publication', 'publication', 'Публикация', 'manager', ({ publication }) => `/publication/${publication}`),
  screen('publicationAdd', 'publication-add', 'Новая публикация', 'manager', '/publication/0'),
  screen('versions', 'versions', 'Версии', 'manager', '/publications/versions'),
  screen('planning', 'planning', 'Планирование', 'manager', '/planning'),
  screen('registry', 'registry', 'Реестр заявок', 'manager', '/registry'),
  screen('registryAdd', 'registry-add', 'Новая запись реестра', 'manager', '/registry/0'),
  screen(
    'registryHistory',
    'registry-history',
    'История записи реестра',
    'manager',
    ({ entry }) => `/registryHistory/${entry}`,
  ),
  screen('notices', 'notices', 'Что нового для меня', 'manager', '/notices'),
  screen('noticeSettings', 'notice-settings', 'О чём сообщать', 'manager', '/notices/settings'),
  screen('adminDeliveries', 'admin-deliveries', 'Доставки', 'admin', '/admin/deliveries'),
  screen('adminDeleted', 'admin-deleted', 'Удалённое', 'admin', '/admin/deleted'),
  screen('adminAudit', 'admin-audit', 'Журнал', 'admin', '/admin/audit'),
  screen('adminPeople', 'admin-people', 'Люди', 'admin', '/admin/people'),
  screen('adminCompanies', 'admin-companies', 'Компании', 'admin', '/admin/companies'),
  screen('adminSystems', 'admin-systems', 'Системы и модули', 'admin', '/admin/systems'),
  screen('adminSteps', 'admin-steps', 'Этапы и статусы', 'admin', '/admin/steps'),
  screen('adminCalendar', 'admin-calendar', 'Производственный календарь', 'admin', '/admin/calendar'),
  screen('adminLetters', 'admin-letters', 'Письма', 'admin', '/admin/letters?open=2'),
  screen('adminServices', 'admin-services', 'Сервисы', 'admin', '/admin/services'),
  screen('adminSettings', 'admin-settings', 'Настройки', 'admin', '/admin/settings'),
  { ...screen('account', 'account', 'Безопасность: сеансы и пароль', 'manager', '/account'), phone: true },
  screen('tokens', 'tokens', 'Токены для программ', 'manager', '/tokens'),
  screen('requestsImport', 'import', 'Импорт заявок', 'admin', '/admin/import'),
  { ...screen('clientRequests', 'client-requests', 'Заявки клиента', 'client1', '/clientRequests'), phone: true },
  {
    ...screen('clientAgreements', 'client-agreements', 'Согласования клиента', 'client1', '/clientAgreements'),
    phone: true,
  },
  { ...screen('waiting', 'client-waiting', 'Ждёт меня: клиент', 'client1', '/waiting'), phone: true },
  {
    ...screen('companyCalendar', 'company-calendar', 'Календарь компании', 'client1', '/companyCalendar'),
    phone: true,
  },
  {
    ...screen('release', 'client-release', 'Релиз глазами клиента', 'client1', ({ release }) => `/releases/${release}`),
    phone: true,
  },
]

/** Paths without a picture, with the reason. */
export const excepted: Partial<Record<PathName, string>> = {
  admin: 'leads to the first of its sections',
  browse: 'leads to the request',
  issue: 'leads to the request',
  remarks: 'is a list like the others: remarks.systems.spec.ts looks at it',
  approve: 'is opened by the secret of a letter: approve.spec.ts looks at it',
  password: 'is opened by the secret of a letter: admin.systems.spec.ts looks at it',
  adminWebhooks: 'is empty in the demo data: corporate.systems.spec.ts looks at it',
  secondFactor:
    'comes between a sign-in and the product where a role needs it: second-factor.systems.spec.ts looks at it',
  corporateReturn: 'is where a provider of sign-in leads back to: corporate.systems.spec.ts looks at it',
  error403: 'a sentence and a way back: signin.spec.ts looks at it',
  error404: 'a sentence and a way back: signin.spec.ts looks at it',
}

const firstId = (page: { data: { id: number }[] }) => Number(page.data[0]?.id)

/** Finds a release that client1 sees and that is being agreed, with its things; other tests create emptier ones. */
async function findRelease(staff: Api, client: Api): Promise<Pick<Things, 'release' | 'request' | 'agreement'>> {
  const { data } = await client.post('/releases', { steps: [3], order_by: 'id', isDesc: true })
  for (const { id: release } of data as { id: number }[]) {
    const { requests } = await staff.get(`/releases/get-requests-with-issues/${release}`)
    const agreement = firstId(await staff.get(`/agreements?release_ids=${release}&statuses=1&per_page=1`))
    if (requests?.length > 0 && agreement) return { release, request: requests[0].id, agreement }
  }
  throw new Error('The demo has no release that is being agreed')
}

export async function findThings(request: Parameters<typeof apiOf>[0]): Promise<Things> {
  const staff: Api = await apiOf(request, 'manager')
  const client: Api = await apiOf(request, 'client1')
  return {
    ...(await findRelease(staff, client)),
    publication: firstId(await staff.get('/releases-ready?per_page=1')),
    entry: firstId(await staff.post('/requests-registry/get-entries', { per_page: 1 })),
  }
}

/** Waits until the page is shown completely and nothing is still loading. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], [class*=Skeleton]')).toHaveCount(0)
  let before = ''
  const isAsBefore = async () => {
    const now = await page.locator('body').innerText()
    const same = now === before
    before = now
    return same
  }
  await expect.poll(isAsBefore, { intervals: [200] }).toBe(true)
}
