import { requests } from '@vypusk/contract'
import type { Loader } from './copy.ts'
import { digestsOf, hashOf, NO_HASH, type RecordFields } from '../platform/chain/record.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { type Moment, duringWork } from './time.ts'

type Entity = 'release' | 'agreement' | 'thread' | 'publication' | 'request' | 'registry_entry'

/** The fields recorded in the demo's history, named as in the rooms that write them. */
const titles: Record<Entity, Record<string, string>> = {
  release: {
    step: 'Этап',
    planned_time: 'Плановые часы',
    plan_date: 'Плановая дата',
    is_visible_for_client: 'Виден клиентам',
  },
  agreement: {
    by_rivc: 'Согласование поставщика',
    by_client: 'Согласование клиента',
    releaseDate: 'Дата установки',
    cancel_reason: 'Причина переноса',
    remark: 'Замечание',
    isPublishedOnTestEnv: 'Опубликовано на тестовом стенде',
    ladder: 'Напоминания по расписанию',
    tried: 'Проверка на тестовом стенде',
    build: 'Сборка на тестовом стенде',
    offer: 'Предложенная клиентом дата',
  },
  thread: { text: 'Текст', due: 'Ответить до', state: 'Состояние' },
  publication: {
    handed: 'Передано компании',
    withdrawn_from: 'Отозвано у компании',
    releases: 'Релизы',
    text: 'Текст письма',
    reason: 'Причина публикации неготового релиза',
    received: 'Получено клиентом',
    installed: 'Установлено у клиента',
    withdrawn: 'Публикация отозвана',
    corrects: 'Исправляет публикацию',
    corrected_by: 'Исправлена публикацией',
  },
  request: requests.fieldTitles,
  registry_entry: { step: 'Этап', boss: 'Руководитель', due_date: 'Срок' },
}

type JournalValue = string | number | boolean | null | readonly string[]

export interface JournalRecord {
  field: string
  /** People, steps and releases are recorded by name. */
  before: JournalValue
  after: JournalValue
  person: Person
  at: Moment
  via?: 'screen' | 'letter' | 'on_behalf' | 'import' | 'demo'
  note?: string | null
}

/** The history of everything, written as it is recorded; ids grow in that order. */
export interface Journal {
  /** @param pair whose chain it belongs to; none if omitted (docs/decisions/0063) */
  of(entity: Entity, entity_id: number, pair?: Pair): (change: JournalRecord) => void
  /** Writes the heads of the chains once everything is recorded. */
  end(): void
}

interface Pair {
  release_id: number
  company_id: number
}

const SALT = 16
const NO_CHAIN = [null, null, null, null, null]

/** Seals records into chains as the product does. */
function chainsInto(load: Loader, salts: Random) {
  const heads = new Map<string, Pair & { seq: number; hash: Buffer }>()
  return {
    seal: (pair: Pair, fields: RecordFields) => {
      const chain = `${pair.release_id}/${pair.company_id}`
      const { seq: last, hash: prev } = heads.get(chain) ?? { seq: 0, hash: NO_HASH }
      const salt = Buffer.from(salts.bytes(SALT))
      const hash = hashOf(fields, { chain, seq: last + 1, prev }, digestsOf(fields, salt))
      heads.set(chain, { ...pair, seq: last + 1, hash })
      return [chain, last + 1, ...[prev, hash, salt].map((bytes) => bytes.toString('hex'))]
    },
    end: () => {
      for (const [chain, { release_id, company_id, seq, hash }] of heads) {
        load.add('chain_heads', [chain, release_id, company_id, seq, hash.toString('hex')])
      }
    },
  }
}

export function journalInto(load: Loader, salts: Random): Journal {
  let id = 0
  const chains = chainsInto(load, salts)
  return {
    end: chains.end,
    of: (entity, entity_id, pair) => {
      const names = titles[entity]
      return ({ field, before, after, person, at: moment, via = 'screen', note = null }) => {
        const [title, user_id, at] = [names[field] ?? field, person.id, duringWork(moment)]
        const record = { entity, entity_id, field, title, before, after, note, address: null, user_id, via }
        load.add('history', [
          ++id,
          entity,
          entity_id,
          field,
          title,
          json(before),
          json(after),
          user_id,
          via,
          note,
          at,
          ...(pair ? chains.seal(pair, { ...record, at: new Date(at).toISOString() }) : NO_CHAIN),
        ])
      }
    },
  }
}

const json = (value: JournalValue) =>
  typeof value === 'string' || typeof value === 'object' ? JSON.stringify(value) : String(value)
