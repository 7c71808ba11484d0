import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'

/** Opens a release from places without links: a toast outlives the page on which it was shown. */
export function useOpenRelease() {
  const navigate = useNavigate()
  return (id: number) => void navigate({ to: paths.release, params: { releaseID: String(id) } })
}
