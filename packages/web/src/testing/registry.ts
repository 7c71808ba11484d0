import type { registry } from '@vypusk/contract'

/** Entries of the registry as its list shows them. */

const AT = '2026-03-02T09:00:00.000Z'

export const registryEntry = (id: number, overrides: Partial<registry.RegistryEntry> = {}): registry.RegistryEntry => ({
  id,
  number: `Р-2026-${String(id).padStart(4, '0')}`,
  request: null,
  company: { idcomp: 7, namecomp: 'Водоканал' },
  title: 'Печать квитанций',
  description: '',
  step: { id: 1, name: 'Новая' },
  priority: null,
  responsible: null,
  boss: null,
  due_date: null,
  planned_time: null,
  created_at: AT,
  updated_at: AT,
  author: { id: 2, name: 'Максим Орлов' },
  last_rivc_comment: null,
  last_client_comment: null,
  rivc_comments_count: 0,
  client_comments_count: 0,
  unread_comments_count: 0,
  standing: 'first_step',
  version: 1,
  ...overrides,
})

/** Everything may be changed. */
export const entryAbilities: registry.EntryAbilities = {
  company: true,
  request: true,
  title: true,
  description: true,
  step: true,
  priority: true,
  responsible: true,
  boss: true,
  due_date: true,
  planned_time: true,
}
