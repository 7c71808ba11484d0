import { Outlet, createRootRoute, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { RouteComponent } from '@tanstack/react-router'
import { answeredEarly } from '../api/early.ts'
import { queryClient } from '../api/query-client.ts'
import { registryAccessQuery } from '../api/registry-access.ts'
import { settingsQuery } from '../api/settings.ts'
import { withinLimit } from '../components/kit/feedback/chunks.ts'
import { thingId } from '../components/kit/list-state/codecs.ts'
import type { Search } from '../components/kit/list-state/search.ts'
import { countQuery } from '../components/shared/bell/api.ts'
import { requireAdmin, requireStaff, requireUser } from '../components/shared/session/guards.ts'
import { Root } from '../components/shared/shell/Root.tsx'
import { isPageFresh } from '../kept-page.ts'
import { Error404Page } from '../features/session/LaterErrorPages.tsx'

/** Loads a screen's code when the screen is first opened, within the brief's time limit. */
export const lazy = <Name extends string>(load: () => Promise<Record<Name, RouteComponent>>, name: Name) =>
  lazyRouteComponent(() => withinLimit(load), name)

/** Asks what stands around every screen, and what every list needs. */
const askOfFrame = () => [
  queryClient.query(settingsQuery),
  queryClient.query(registryAccessQuery),
  queryClient.query(countQuery),
]

/** The code of a screen that asks for its data before it is drawn, when that is already on its way (api/early.ts). */
type Asking<Name extends string> = Record<Name, RouteComponent> & {
  ahead: (search: Search) => Promise<unknown>[]
}

/** A screen that people open first: drawn once with what it shows, when that has come. */
export const opening = <Name extends string>(load: () => Promise<Asking<Name>>, name: Name) => ({
  component: lazy<Name>(load, name),
  loader: async ({ location }: { location: { search: Search } }) => {
    // Without its code the screen fails by itself, and asks by itself once that is there.
    const code = await load().catch(() => undefined)
    if (code) await answeredEarly(() => [...code.ahead(location.search), ...askOfFrame()])
  },
  shouldReload: false,
})

export const root = createRootRoute({
  component: Root,
  notFoundComponent: Error404Page,
  // Filters are read by each list's own schema; the router only keeps strings.
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
})

/** The parameters of an address that are numbers of things are named so; the others are keys. */
const isNumbered = (name: string) => /I[Dd]$/.test(name)
const namesThings = (params: Record<string, string>): boolean =>
  Object.entries(params).every(([name, value]) => !isNumbered(name) || thingId(value) !== null)

/** The parent of all screens for signed-in people: checks the session first, then draws the shell around the screen. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // A cached page is replaced by the server's build before a screen is shown; both checks run at once.
  beforeLoad: async (input) => {
    const [known] = await Promise.all([requireUser(input), isPageFresh])
    if (!namesThings(input.params)) notFound({ throw: true })
    return known
  },
  component: lazy(() => import('../components/shared/shell/Shell.tsx'), 'Shell'),
})
export const staffOnly = createRoute({
  getParentRoute: () => signedIn,
  id: 'staff',
  beforeLoad: requireStaff,
  component: Outlet,
})
export const adminOnly = createRoute({
  getParentRoute: () => signedIn,
  id: 'admin',
  beforeLoad: requireAdmin,
  component: lazy(() => import('../features/admin/AdminLayout.tsx'), 'AdminLayout'),
})
