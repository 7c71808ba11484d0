import { registry } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { call } from './client.ts'

type Check = typeof registry.checkEntryAccess

/** 403 of the two checks is an answer and leads nowhere (brief, section 6). */
async function isGranted(check: Check, signal: AbortSignal): Promise<boolean> {
  try {
    return (await call(check, { signal, onRefusal: 'throw' })).access
  } catch (error) {
    if (isApiError(error) && error.status === 403) return false
    throw error
  }
}

const STAYS = 5 * 60_000

/** Whether an administrator has let the person into the registry, and to create there. */
export const registryAccessQuery = queryOptions({
  queryKey: ['session', 'registry-access'],
  meta: { live: ['user'] },
  queryFn: async ({ signal }) => {
    const [canEnterRegistry, canCreateRegistry] = await Promise.all([
      isGranted(registry.checkEntryAccess, signal),
      isGranted(registry.checkCreateAccess, signal),
    ])
    return { canEnterRegistry, canCreateRegistry }
  },
  staleTime: STAYS,
})
