import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The path in an address; routes are found whatever its case and whether or not it ends in a slash. */
const pathIn = (href = ''): string =>
  href
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .toLowerCase()

/**
 * Returns `navigate` for when something has been saved or deleted: it leads on only while the person is still where
 * they began it, and leaves alone whoever has gone elsewhere meanwhile. The address is asked, because the component may
 * be gone although nobody has left: a deleted thing's page becomes the page that it is not there.
 */
export function useNavigateIfHere(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate()
  const router = useRouter()
  // Outside of every route, as a part is in its test, nobody can leave.
  const here = useMatch({ strict: false, shouldThrow: false, select: ({ pathname }) => pathIn(pathname) })
  return useCallback(
    (options) => {
      const { pathname, state } = router.state.location
      const isHere = here === undefined || [pathname, state.from].some((path) => pathIn(path) === here)
      return isHere ? navigate(options) : Promise.resolve()
    },
    [router, navigate, here],
  )
}
