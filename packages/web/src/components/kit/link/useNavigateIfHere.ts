import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'

const pathIn = (href = ''): string => href.replace(/[?#].*$/, '')

/**
 * Returns `navigate` for when something has been saved or deleted: it leads on only while the person is still where
 * they began it, and leaves alone whoever has gone elsewhere meanwhile. The address is asked, because the component may
 * be gone although nobody has left: a deleted thing's page becomes the page that it is not there.
 */
export function useNavigateIfHere(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate()
  const router = useRouter()
  const here = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const isHere = () => {
    const { pathname, state } = router.state.location
    return pathname === here || pathIn(state.from) === here
  }
  return (options) => (isHere() ? navigate(options) : Promise.resolve())
}
