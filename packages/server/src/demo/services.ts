import { createHash } from 'node:crypto'
import type { Loader } from './copy.ts'
import type { World } from './people.ts'
import { startOf, type Day } from './time.ts'

interface Service {
  name: string
  about: string
  scope: string
  /** Whether it belongs to the first company; otherwise it sees what staff see. */
  isClient: boolean
  token: string
  usedDaysAgo: number
}

const SERVICES: Service[] = [
  {
    name: 'Сборка',
    about: 'Заводит в заявках задачи из сборочного сервера. Отвечает отдел выпуска.',
    scope: 'write',
    isClient: false,
    token: 'Основной сервер сборки',
    usedDaysAgo: 0,
  },
  {
    name: 'Отчёты клиента',
    about: 'Каждую ночь забирает согласования и публикации в отчётность клиента.',
    scope: 'read',
    isClient: true,
    token: 'Ночная выгрузка',
    usedDaysAgo: 1,
  },
]
const MADE_DAYS_AGO = 120
const LIFE_DAYS = 365

/**
 * Writes accounts of programs. Their tokens cannot be used: only hashes are stored, and nobody knows the original
 * texts.
 */
export function writeServices(load: Loader, { companies, further, staff }: World, today: Day): void {
  const all = [...staff, ...companies.flatMap(({ people }) => people), ...further]
  const last = Math.max(...all.map(({ id }) => id))
  const [created_at, expires_at] = [startOf(today - MADE_DAYS_AGO), startOf(today - MADE_DAYS_AGO + LIFE_DAYS)]
  for (const [index, { name, about, scope, isClient, token, usedDaysAgo }] of SERVICES.entries()) {
    const id = last + index + 1
    const idcomp = isClient ? (companies[0]?.idcomp ?? null) : null
    load.add('users', [
      id,
      `service:demo-${index + 1}`,
      `Сервис ${name}`,
      null,
      null,
      idcomp === null,
      false,
      idcomp,
      false,
      false,
      false,
      false,
      created_at,
      null,
      true,
    ])
    load.add('service_accounts', [id, about, scope, expires_at])
    const used = startOf(today - usedDaysAgo)
    load.add('api_tokens', [index + 1, id, token, scope, hashOf(token), created_at, expires_at, used])
  }
}

const hashOf = (text: string) => createHash('sha256').update(`demo ${text}`).digest('hex')
