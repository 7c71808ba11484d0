import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit, listenerOfMany } from '../../../platform/events.ts'
import { queueCopies } from './copying.ts'
import { recordHanded } from './handing.ts'
import type { HandedSet } from '../queries/handed.ts'
import { markShown } from '../store.ts'
import '../events.ts'

/** What goes to each company's folder, by release. */
const copiesOf = (sets: HandedSet[]) =>
  [...Map.groupBy(sets, ({ release_id }) => release_id).values()].map((own) => ({
    release: { title: own[0]?.title ?? '' },
    companies: own.map(({ idcomp }) => idcomp),
    packageFor: (company: number) => own.find(({ idcomp }) => idcomp === company)?.files ?? [],
  }))

/**
 * Hands over the releases that were published while they were hidden from clients, once they are shown: their companies
 * are told now, as they were not then (docs/decisions/0174).
 */
export const handOverShown = (deps: Deps) =>
  listenerOfMany<'release.changed'>(async (tx, events, { person }) => {
    const shown = events.flatMap(({ entity_id, data: { before, after } }) =>
      before?.is_visible_for_client === false && after?.is_visible_for_client ? entity_id : [],
    )
    if (shown.length === 0) return
    const actor = { deps, person }
    const at = momentOf(deps.clock)
    const items = await markShown(tx, shown, at)
    for (const [publication_id, own] of Map.groupBy(items, (item) => item.publication_id)) {
      const release_ids = own.map(({ release_id }) => release_id)
      const sets = await recordHanded(tx, actor, publication_id, release_ids)
      const event_id = await emit(tx, actor, {
        kind: 'publication.shown',
        entity: 'publication',
        entity_id: publication_id,
        companies: [...new Set(sets.map(({ idcomp }) => idcomp))],
        data: { release_ids },
      })
      await queueCopies(tx, actor, { event_id, publication_id, at }, copiesOf(sets))
    }
  })
