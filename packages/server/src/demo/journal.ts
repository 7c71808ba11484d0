import type { Loader } from './copy.ts'
import type { Person } from './people.ts'
import { type Moment, duringWork } from './time.ts'

type Entity = 'release' | 'agreement' | 'publication' | 'request' | 'registry_entry'

/** The fields whose changes the demo tells of, as the rooms that write them call them. */
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
  },
  publication: {
    releases: 'Релизы',
    text: 'Текст письма',
    reason: 'Причина публикации неготового релиза',
    received: 'Получено клиентом',
    installed: 'Установлено у клиента',
  },
  request: {
    inBacklog: 'Внесена в бэклог',
    planned_time: 'Трудоёмкость',
    backlog_priority: 'Приоритет в бэклоге',
    release_id: 'Релиз',
  },
  registry_entry: { step: 'Этап', boss: 'Руководитель', due_date: 'Срок' },
}

type JournalValue = string | number | boolean | null | readonly string[]

export interface JournalRecord {
  field: string
  /** People, steps and releases are told by name. */
  before: JournalValue
  after: JournalValue
  person: Person
  at: Moment
  via?: 'screen' | 'letter' | 'on_behalf' | 'import' | 'demo'
  note?: string
}

/** The history of everything, written as it is told; ids grow in the order of telling. */
export interface Journal {
  of(entity: Entity, entity_id: number): (change: JournalRecord) => void
}

export function journalInto(load: Loader): Journal {
  let id = 0
  return {
    of: (entity, entity_id) => {
      const names = titles[entity]
      return ({ field, before, after, person, at, via = 'screen', note }) => {
        load.add('history', [
          ++id,
          entity,
          entity_id,
          field,
          names[field] ?? field,
          json(before),
          json(after),
          person.id,
          via,
          note ?? null,
          duringWork(at),
        ])
      }
    },
  }
}

const json = (value: JournalValue) =>
  typeof value === 'string' || typeof value === 'object' ? JSON.stringify(value) : String(value)
