import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'

/** Opens a release from where there is no place for a link: a toast outlives the page it was told on. */
export function useOpenRelease() {
  const navigate = useNavigate()
  return (id: number) => void navigate({ to: paths.release, params: { releaseID: String(id) } })
}
