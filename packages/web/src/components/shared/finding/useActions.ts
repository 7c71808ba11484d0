import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../api/account.ts'
import { registryAccessQuery } from '../../../api/registry-access.ts'
import { useSignOut } from '../session/useSession.ts'
import type { Place } from '../shell/navigation.ts'
import { SCHEMES } from '../shell/schemes.ts'
import { creations, goings, ownActions } from './actions.ts'
import type { Action } from './actions.ts'

/** Everything the person can do from any screen. */
export function useActions(places: Place[], showKeys: () => void): Action[] {
  const { isRivc } = useUser()
  const { data: access } = useQuery(registryAccessQuery)
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const themes = SCHEMES.map(({ value, label, icon }): Action => ({
    key: `theme-${value}`,
    label: `Тема: ${label.toLowerCase()}`,
    icon,
    act: () => setColorScheme(value),
  }))
  return [
    ...goings(places),
    ...creations({ isRivc, canCreateRegistry: access?.canCreateRegistry ?? false }),
    ...themes,
    ...ownActions(showKeys, () => void signOut()),
  ]
}
