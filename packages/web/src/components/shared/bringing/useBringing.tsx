import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SkeletonLines } from '../../../ui/Skeletons.tsx'
import { checkedQuery, type Otherwise } from './api.ts'
import { BringAlong } from './BringAlong.tsx'
import { ALL_TICKED, tickedOf, type Unticked } from './texts.ts'

/**
 * The part of a dialog that shows what comes with requests.
 * @param release_id null until a release is chosen
 */
export function useBringing(release_id: number | null, ids: readonly number[], otherwise: Otherwise = {}) {
  const [unticked, setUnticked] = useState(ALL_TICKED)
  const { data: checked, isFetching } = useQuery({
    ...checkedQuery(release_id ?? 0, ids, otherwise),
    enabled: release_id !== null && ids.length > 0,
  })
  const shown = release_id === null ? undefined : checked
  return {
    /** Undefined until it has loaded. */
    ticked: shown && tickedOf(shown, unticked),
    isLoading: release_id !== null && !shown && isFetching,
    along: shown ? (
      <BringAlong checked={shown} unticked={unticked} onChange={setUnticked} isAll={Boolean(otherwise.from)} />
    ) : (
      release_id !== null && isFetching && <SkeletonLines lines={2} label="Проверяем заявки" />
    ),
  }
}

interface ReleaseBringingProps {
  release_id: number
  ids: readonly number[]
  unticked: Unticked | undefined
  onChange: (unticked: Unticked) => void
}

/** The same when the parent keeps the unticked items, because it saves several releases at once. */
export function ReleaseBringing({ release_id, ids, unticked = ALL_TICKED, onChange }: ReleaseBringingProps) {
  const { data: checked } = useQuery(checkedQuery(release_id, ids))
  return checked && <BringAlong checked={checked} unticked={unticked} onChange={onChange} isAll />
}
