import type { Transaction } from '../../../../platform/transaction.ts'
import { ensureCompany, ensureModule } from '../../../catalog/port.ts'
import type { Lists } from '../words/meanings.ts'
import { ImportRefused } from '../refused.ts'

/** The company and module for requests whose row names none: the chosen ones, otherwise the import's own. */
export interface Wanted {
  company?: number | undefined
  module?: number | undefined
  source: string
}

export interface Placement {
  /** The ids are null if it does not exist yet. */
  company: { id: number | null; name: string }
  module: { id: number | null; system: string; name: string }
  /** The company for requests that were not visible to everybody: it has no people. `all`: those of former imports too. */
  closed: { id: number | null; name: string; all: ReadonlySet<number> }
  status_id: number
  type_id: number
}

const OWN_NAME = 'Импорт'
/** A request is visible to its whole company, so what no client may see belongs to a company without people. */
export const CLOSED_NAME = 'Импорт: не для клиентов'

/** @throws ImportRefused if the chosen company or module does not exist */
export function choosePlace(lists: Lists, former: ClosedCompany[], wanted: Wanted): Placement {
  // In every installation the lists begin with the new status and the usual type.
  const [status_id = 1, type_id = 1] = [lists.statuses[0]?.id, lists.types[0]?.id]
  const closed = chooseClosed(lists, former)
  return { company: chooseCompany(lists, wanted), module: chooseModule(lists, wanted), closed, status_id, type_id }
}

interface ClosedCompany {
  idcomp: number
  namecomp: string
  /** Whether it still is one without people. */
  is_closed: boolean
}

/** The company of former imports, whatever it is called by now; otherwise the one with the name. */
function chooseClosed({ companies }: Lists, former: ClosedCompany[]): Placement['closed'] {
  const kept = former.find(({ is_closed }) => is_closed) ?? companies.find(({ namecomp }) => namecomp === CLOSED_NAME)
  const id = kept?.idcomp ?? null
  const all = new Set([...former.map(({ idcomp }) => idcomp), ...(id === null ? [] : [id])])
  return { id, name: kept?.namecomp ?? CLOSED_NAME, all }
}

function chooseCompany({ companies }: Lists, { company: chosen }: Wanted): Placement['company'] {
  const found = companies.find(({ idcomp, namecomp }) =>
    chosen === undefined ? namecomp === OWN_NAME : idcomp === chosen,
  )
  if (found) return { id: found.idcomp, name: found.namecomp }
  if (chosen !== undefined) throw new ImportRefused(`Компании с номером ${chosen} нет`)
  return { id: null, name: OWN_NAME }
}

function chooseModule({ modules }: Lists, { module: chosen, source }: Wanted): Placement['module'] {
  const found = modules.find(({ idmod, namemod, system }) =>
    chosen === undefined ? system === OWN_NAME && namemod === source : idmod === chosen,
  )
  if (found) return { id: found.idmod, system: found.system, name: found.namemod }
  if (chosen !== undefined) throw new ImportRefused(`Модуля с номером ${chosen} нет`)
  return { id: null, system: OWN_NAME, name: source }
}

/** Creates the company and module that do not exist yet. */
export async function makePlace(tx: Transaction, { company, module }: Placement) {
  return {
    idcomp: company.id ?? (await ensureCompany(tx, company.name)),
    idmod: module.id ?? (await ensureModule(tx, module.system, module.name)),
  }
}
