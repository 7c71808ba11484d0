import { registry } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { call } from './client.ts'

type Check = typeof registry.checkEntryAccess

/** A 403 from these two checks is a valid answer and does not lead to the error page (brief, section 6). */
async function isGranted(check: Check, signal: AbortSignal): Promise<boolean> {
  try {
    return (await call(check, { signal, onRefusal: 'throw' })).access
  } catch (error) {
    if (isApiError(error) && error.status === 403) return false
    throw error
  }
}

const STAYS = 5 * 60_000

/** Whether an administrator has given the person access to the registry, and the right to create entries there. */
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
