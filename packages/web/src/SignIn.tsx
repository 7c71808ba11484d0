import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onServerFault, queryClient } from './api/query-client.ts'
import { followOtherTabs } from './api/session.ts'
import { beginFetchingAhead, fetchAhead } from './components/kit/feedback/later.ts'
import { Overlays } from './components/kit/feedback/Overlays.tsx'
import { notifyNotSaved, showServerFault } from './components/kit/feedback/refused.ts'
import { useSaveKey } from './components/kit/keys/useSaveKey.ts'
import { ConnectionBar } from './components/shared/shell/ConnectionBar.tsx'
import { LoginPage } from './features/session/LoginPage.tsx'
import { dropFrame } from './frame.ts'
import { Theme } from './ui/theme/Theme.tsx'

interface SignInProps {
  /** The form is on the page already, because the server accepts passwords. */
  isWritten: boolean
  /** Fetches the program and shows its screen at this address. */
  openProgram: () => Promise<void>
  /** Fetches the program in advance, for when the person has signed in. */
  fetchProgram: () => Promise<unknown>
}

function Page({ isWritten, openProgram, fetchProgram }: SignInProps) {
  useSaveKey()
  useEffect(() => {
    dropFrame()
    beginFetchingAhead()
    fetchAhead(fetchProgram)
    onServerFault(showServerFault, notifyNotSaved)
    // When somebody signs in in another tab, this tab follows.
    return followOtherTabs((next) => next && void openProgram())
  }, [openProgram, fetchProgram])
  const goOn = (address: string) => {
    history.replaceState(null, '', address)
    return openProgram()
  }
  return <LoginPage onEntered={goOn} isByPassword={isWritten} />
}

/**
 * The sign-in page on its own, so that a first-time visitor does not wait for code that the page does not need
 * (docs/decisions/0124).
 */
export const SignIn = (props: SignInProps) => (
  <Theme isStill={false}>
    <QueryClientProvider client={queryClient}>
      <Page {...props} />
      <Overlays />
      <ConnectionBar />
    </QueryClientProvider>
  </Theme>
)
