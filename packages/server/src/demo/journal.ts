import type { Loader } from './copy.ts'
import type { Person } from './people.ts'
import { type Moment, momentText } from './time.ts'

type Entity = 'release' | 'agreement' | 'publication' | 'request' | 'registry_entry'

/** Russian names of the fields whose changes the demo tells of. */
const titles: Record<Entity, Record<string, string>> = {
  release: { planned_time: 'Плановая трудоёмкость', plan_date: 'Плановая дата', is_visible_for_client: 'Виден клиентам' },
  agreement: {
    by_rivc: 'Согласовано исполнителем', by_client: 'Согласовано клиентом', releaseDate: 'Дата установки',
    releaseTime: 'Время установки', cancel_reason: 'Причина переноса', remark: 'Замечание',
    isPublishedOnTestEnv: 'Опубликован на тестовом контуре',
  },
  publication: { text: 'Текст письма' },
  request: {
    inBacklog: 'Внесена в бэклог', planned_time: 'Трудоёмкость', backlog_priority: 'Приоритет исполнителя', release_id: 'Релиз',
  },
  registry_entry: { step_id: 'Шаг', priority: 'Приоритет', boss_id: 'Ответственный исполнителя', due_date: 'Срок' },
}

export interface Written {
  field: string
  before: string | number | boolean | null
  after: string | number | boolean | null
  person: Person
  at: Moment
  via?: 'screen' | 'letter' | 'on_behalf' | 'import' | 'demo'
  note?: string
}

/** The history of everything, written as it is told; ids grow in the order of telling. */
export interface Journal {
  of(entity: Entity, entity_id: number): (change: Written) => void
}

export function journalInto(load: Loader): Journal {
  let id = 0
  return {
    of: (entity, entity_id) => {
      const names = titles[entity]
      return ({ field, before, after, person, at, via = 'screen', note }) => {
        load.add('history', [
          ++id, entity, entity_id, field, names[field] ?? field, json(before), json(after), person.id, via,
          note ?? null, momentText(at),
        ])
      }
    },
  }
}

const json = (value: Written['before']) => (typeof value === 'string' ? JSON.stringify(value) : String(value))
