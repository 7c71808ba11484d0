import { audit, type BodyInput } from '@vypusk/contract'
import { listAudit } from '../../packages/server/src/domains/operations/queries/audit.ts'
import type { Case } from './case.ts'

const log = (name: string, body: BodyInput<typeof audit.list>): Case => ({
  name,
  who: 'manager',
  run: (db) => listAudit(db, audit.auditQuery.parse(body)),
})

export const auditCases: Case[] = [
  log('the log as it opens', {}),
  log('one kind', { entities: ['release'] }),
  log('three people', { user_ids: [5, 6, 7] }),
  log('a day', { date_from: '2026-03-10', date_to: '2026-03-10' }),
  log('words: common', { search_string: '2026' }),
  log('words: less so', { search_string: 'договоры' }),
  log('words: nowhere', { search_string: 'гиппопотам' }),
  log('words of one person', { search_string: 'договоры', user_ids: [5] }),
  log('words of a day', { search_string: 'договоры', date_from: '2026-03-10', date_to: '2026-03-10' }),
  log('a thing’s number', { search_string: '12345' }),
  log('two letters that are nowhere', { search_string: 'ъъ' }),
]
