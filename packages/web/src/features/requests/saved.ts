import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { REQUEST_SAVED } from '../../components/shared/request-text/texts.ts'
import type { Refused } from './saving-many.ts'
import { requestsCount } from './texts.ts'

/** The most numbers that a message names; of more it says how many there are. */
const NAMED = 10

/** «11, 12: Запись уже изменил другой человек». */
const inWords = (refused: Refused) =>
  [...Map.groupBy(refused, ({ reason }) => reason)]
    .map(([reason, some]) => {
      const rest = some.length - NAMED
      const ids = some.slice(0, NAMED).map(({ id }) => id)
      return `${ids.join(', ')}${rest > 0 ? ` и ещё ${rest}` : ''}: ${reason}`
    })
    .join('; ')

/** Says what was saved and what was refused, and offers to undo what nobody changed since. */
export function sayWhatWasSaved(
  { saved, refused }: { saved: number[]; refused: Refused },
  takeBack: () => Promise<Refused>,
) {
  if (refused.length > 0) toast.error(inWords(refused))
  const notice = saved.length === 1 ? REQUEST_SAVED : `Сохранено: ${requestsCount(saved.length)}`
  const undo = () =>
    whenDone(takeBack(), (kept) => {
      if (kept.length > 0) toast.error(`Не отменено: ${inWords(kept)}`)
    })
  if (saved.length > 0) toast.undo(notice, undo)
}
