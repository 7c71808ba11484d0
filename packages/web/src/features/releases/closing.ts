import type { consequences, releases } from '@vypusk/contract'

interface Moving {
  release_id: number
  from: releases.ReleaseStep
  /** Undefined while the steps are not known. */
  to: releases.ReleaseStep | undefined
}

/** What moving a release to another step means for its companies: it is closed, or opened again; null for neither. */
export function intentOf({ release_id, from, to }: Moving): consequences.Intent | null {
  const [was, becomes] = [from.kind === 'closed', to?.kind === 'closed']
  if (!to || was === becomes) return null
  return { change: becomes ? 'release_closed' : 'release_reopened', release_id }
}
