import { queryOptions, useQuery } from '@tanstack/react-query'
import { dates } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { showNotice, withMail } from '../../../components/kit/feedback/notices.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'
import { countOf } from '../../../ui/plural.ts'
import { bodyOf, rowsOf, type Choices, type Unasked, type Wish } from './picking.ts'

const NOTHING: Choices = { changed: new Map(), leftOut: new Set(), done: new Set(), faults: new Map() }

export const TO_COMPANIES = ['компании', 'компаниям', 'компаниям'] as const

/** The proposed dates, which do not change while the dialog is open; reopening it fetches new ones. */
const proposedQuery = (release_id: number, companies: number[]) =>
  queryOptions({
    queryKey: ['proposed-dates', release_id, companies],
    queryFn: ({ signal }) =>
      call(dates.forRelease, { params: { release_id }, query: { companies }, signal, onRefusal: 'throw' }),
    staleTime: Infinity,
    gcTime: 0,
  })

const useAskAll = (release_id: number) =>
  useChange({
    changes: ['agreement', 'release'],
    isOverAtOnce: true,
    mutationFn: (body: BodyInput<typeof dates.askAll>) =>
      call(dates.askAll, { params: { release_id }, body, onRefusal: 'throw' }),
    onError: notifyRefusal,
  })

/** Dates for many companies: the proposals, the person's changes, and the result of sending. */
export function usePicking(release_id: number, agreements: readonly Unasked[], onDone: () => void) {
  const [choices, setChoices] = useState(NOTHING)
  const companies = agreements.map(({ idcomp }) => idcomp)
  const { data, error } = useQuery(proposedQuery(release_id, companies))
  const { mutate, isPending } = useAskAll(release_id)
  const rows = data ? rowsOf(agreements, data, choices) : undefined
  const change = (idcomp: number, wish: Wish) =>
    setChoices((before) => ({ ...before, changed: new Map(before.changed).set(idcomp, wish) }))
  const leaveOut = (ids: readonly number[], isOut: boolean) =>
    setChoices((before) => {
      const leftOut = new Set(before.leftOut)
      for (const id of ids) {
        if (isOut) leftOut.add(id)
        else leftOut.delete(id)
      }
      return { ...before, leftOut }
    })
  const send = () => {
    const body = bodyOf(rows ?? [])
    if (isPending || body.companies.length === 0) return
    mutate(body, {
      onSuccess: ({ done, refused, mail }) => {
        if (done.length > 0) showNotice(withMail(`Отправлено ${countOf(done.length, TO_COMPANIES)}`, mail))
        if (refused.length === 0) return onDone()
        setChoices((before) => ({
          ...before,
          done: new Set([...before.done, ...done.map(({ company_id }) => company_id)]),
          faults: new Map(refused.map(({ company_id, message }) => [company_id, message])),
        }))
      },
    })
  }
  return { zone: data?.zone, rows, error, change, leaveOut, send, isPending, sent: choices.done.size }
}
