import { queryOptions, useQuery } from '@tanstack/react-query'
import { dates } from '@vypusk/contract'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { manyInParts, partsOf } from '../../../api/in-parts.ts'
import { showNotice, withMail } from '../../../components/kit/feedback/notices.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { useIsShown } from '../../../components/kit/feedback/useIsShown.ts'
import { whenSaved } from '../../../components/kit/feedback/when-done.ts'
import { countOf } from '../../../ui/plural.ts'
import {
  chosenIn,
  rowsOf,
  type Choices,
  type Chosen,
  type Proposed,
  type Row,
  type Unasked,
  type Wish,
} from './picking.ts'
import { showRefused } from './refused.tsx'

const NOTHING: Choices = { changed: new Map(), leftOut: new Set(), done: new Set(), faults: new Map() }

export const TO_COMPANIES = ['компании', 'компаниям', 'компаниям'] as const

async function proposedFor(release_id: number, companies: number[], signal: AbortSignal): Promise<Proposed> {
  const all: Proposed = { zone: '', each: [], warnings: [] }
  for (const part of partsOf(companies)) {
    const query = { companies: part }
    const found = await call(dates.forRelease, { params: { release_id }, query, signal, onRefusal: 'throw' })
    const warnings = [...new Set([...(all.warnings ?? []), ...(found.warnings ?? [])])]
    Object.assign(all, { zone: found.zone, each: [...all.each, ...found.each], warnings })
  }
  return all
}

/** The proposed dates, which do not change while the dialog is open; reopening it fetches new ones. */
const proposedQuery = (release_id: number, companies: number[]) =>
  queryOptions({
    queryKey: ['proposed-dates', release_id, companies],
    queryFn: ({ signal }) => proposedFor(release_id, companies, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

const useAskAll = (release_id: number) =>
  useChange({
    changes: ['agreement', 'release'],
    isOverAtOnce: true,
    mutationFn: (all: Chosen[]) =>
      manyInParts(
        all,
        (chosen) => {
          const companies = chosen.map(({ company_id }) => company_id)
          return call(dates.askAll, { params: { release_id }, body: { companies, chosen }, onRefusal: 'throw' })
        },
        ({ company_id }, message) => ({ company_id, message }),
      ),
    onError: notifyRefusal,
  })

type Outcome = Awaited<ReturnType<ReturnType<typeof useAskAll>['mutateAsync']>>

/** What has been sent is not sent again, and why the others were not is shown in their rows. */
const afterwards =
  ({ done, refused }: Outcome) =>
  (before: Choices): Choices => ({
    ...before,
    done: new Set([...before.done, ...done.map(({ company_id }) => company_id)]),
    faults: new Map(refused.map(({ company_id, message }) => [company_id, message])),
  })

/** Shows in the error dialog why companies were not asked. */
function notifyRefused({ refused }: Outcome, rows: readonly Row[]): void {
  const names = new Map(rows.map(({ idcomp, name }) => [idcomp, name]))
  const named = refused.map((one) => ({ ...one, name: names.get(one.company_id) ?? `Компания ${one.company_id}` }))
  showRefused(`Не отправлено ${countOf(refused.length, TO_COMPANIES)}`, named)
}

const leavingOut =
  (ids: readonly number[], isOut: boolean) =>
  (before: Choices): Choices => {
    const leftOut = new Set(before.leftOut)
    for (const id of ids) {
      if (isOut) leftOut.add(id)
      else leftOut.delete(id)
    }
    return { ...before, leftOut }
  }

/** Dates for many companies: the proposals, the person's changes, and the result of sending. */
export function usePicking(release_id: number, agreements: readonly Unasked[], onDone: () => void) {
  const [choices, setChoices] = useState(NOTHING)
  const companies = agreements.map(({ idcomp }) => idcomp)
  const { data, error } = useQuery(proposedQuery(release_id, companies))
  const { mutateAsync, isPending } = useAskAll(release_id)
  const isShown = useIsShown()
  const rows = data ? rowsOf(agreements, data, choices) : undefined
  const change = (idcomp: number, wish: Wish) =>
    setChoices((before) => ({ ...before, changed: new Map(before.changed).set(idcomp, wish) }))
  const leaveOut = (ids: readonly number[], isOut: boolean) => setChoices(leavingOut(ids, isOut))
  const send = () => {
    const chosen = chosenIn(rows ?? [])
    if (isPending || chosen.length === 0) return
    // The letters leave even if the dialog is closed before the reply comes, so their outcome is told in any case.
    whenSaved(mutateAsync(chosen), (outcome) => {
      const { done, refused, mail } = outcome
      if (done.length > 0) showNotice(withMail(`Отправлено ${countOf(done.length, TO_COMPANIES)}`, mail))
      if (!isShown()) return refused.length > 0 && notifyRefused(outcome, rows ?? [])
      return refused.length === 0 ? onDone() : setChoices(afterwards(outcome))
    })
  }
  return {
    zone: data?.zone,
    warnings: data?.warnings,
    rows,
    error,
    change,
    leaveOut,
    send,
    isPending,
    sent: choices.done.size,
  }
}
