import { trackers } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'

/** It is being read continuously, so the state is refreshed at this interval, in ms. */
const LOOK_EACH_MS = 10_000

export const trackersQuery = queryOptions({
  queryKey: ['tracker', 'list'],
  queryFn: ({ signal }) => call(trackers.list, { signal }),
  refetchInterval: LOOK_EACH_MS,
})

/** The owner of the key and its projects; fetched from the other system, and therefore not repeatedly. */
export const projectsQuery = (id: number) =>
  queryOptions({
    queryKey: ['tracker', 'projects', id],
    queryFn: ({ signal }) => call(trackers.test, { params: { id }, signal, onRefusal: 'throw' }),
    retry: false,
    gcTime: 0,
  })

const onRefusal = 'throw'
const changes = ['tracker'] as const

/** The actions on trackers; every screen of trackers is refetched afterwards. */
export function useTrackers() {
  return {
    create: useChange({
      changes,
      mutationFn: (body: BodyInput<typeof trackers.create>) => call(trackers.create, { body, onRefusal }),
    }),
    save: useChange({
      changes,
      mutationFn: ({ id, ...body }: BodyInput<typeof trackers.save> & { id: number }) =>
        call(trackers.save, { params: { id }, body, onRefusal }),
    }),
    remove: useChange({
      changes,
      mutationFn: ({ id, with_tasks }: { id: number; with_tasks: boolean }) =>
        call(trackers.remove, { params: { id }, query: { with_tasks: String(with_tasks) }, onRefusal }),
    }),
    refetch: useChange({ changes, mutationFn: (id: number) => call(trackers.refetch, { params: { id }, onRefusal }) }),
  }
}

/**
 * Ties a tracker to the requests imported from it: from now on its own numbers are known to belong to them. Nothing else
 * of it is sent: somebody may have changed it while they were imported.
 */
export const useTie = () =>
  useChange({
    changes,
    mutationFn: ({ id, source }: { id: number; source: string }) =>
      call(trackers.save, { params: { id }, body: { source }, onRefusal }),
    onError: notifyRefusal,
  })

export interface Wanted {
  project: number | null
  comments: boolean
}

interface Taking extends Wanted {
  id: number
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Reads all issues of a tracker, page by page. */
export async function issuesOf({ id, project, comments, signal, onProgress }: Taking): Promise<unknown[]> {
  const issues: unknown[] = []
  let next: number | null = 0
  let after: number | null = null
  while (next !== null) {
    const page: ReplyOf<typeof trackers.page> = await call(trackers.page, {
      params: { id },
      body: { project, comments, offset: next, after },
      signal,
      onRefusal,
    })
    issues.push(...page.issues)
    next = page.next
    after = page.last
    onProgress(next ?? page.total, page.total)
  }
  return issues
}
