import { auth } from '@vypusk/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from './client.ts'
import { noteZone } from '../ui/zone.ts'
import { noteUser } from './session.ts'

/** The signed-in person. Fetched once per session; the route guards need it before any screen. */
export const userQuery = queryOptions({
  queryKey: ['session', 'user'],
  meta: { live: ['user', 'company'] },
  queryFn: async ({ signal }) => {
    const user = await call(auth.getUser, { signal, onRefusal: 'throw' })
    noteUser(user)
    noteZone(user.zone)
    return user
  },
  staleTime: Infinity,
  gcTime: Infinity,
})

/** What the login page shows. Also sets the cookie of the cross-login check. */
export const entranceQuery = queryOptions({
  queryKey: ['entrance'],
  queryFn: ({ signal }) => call(auth.getEntrance, { signal, onRefusal: 'throw' }),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Returns the signed-in person; works only below a guarded route. */
export const useUser = (): auth.SessionUser => useSuspenseQuery(userQuery).data
