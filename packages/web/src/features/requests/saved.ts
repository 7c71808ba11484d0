import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { REQUEST_SAVED } from '../../components/shared/request-text/texts.ts'
import { requestsCount } from './texts.ts'

type Refused = { id: number; reason: string }[]

const inWords = (refused: Refused) => refused.map(({ id, reason }) => `${id}: ${reason}`).join('; ')

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
