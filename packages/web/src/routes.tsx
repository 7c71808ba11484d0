import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { RouteComponent } from '@tanstack/react-router'
import { PageError } from './components/feedback/PageError.tsx'
import { withinLimit } from './components/feedback/chunks.ts'
import { parseSearch, stringifySearch } from './components/list-state/search.ts'
import type { Search } from './components/list-state/search.ts'
import { finishCorporate } from './components/session/corporate.ts'
import { passIfSignedIn, requireAdmin, requireStaff, requireUser } from './components/session/guards.ts'
import { Root } from './components/shell/Root.tsx'
import { Shell } from './components/shell/Shell.tsx'
import { Error403Page, Error404Page } from './features/session/ErrorPages.tsx'
import { SignInFailed } from './features/session/SignInFailed.tsx'
import { paths } from './paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a refused page said, for /error403 and /error404. */
    refusal?: string
  }
  interface Register {
    router: typeof router
  }
}

/** A screen loads when it is first opened, within the brief's limit. */
const lazy = <Name extends string>(load: () => Promise<Record<Name, RouteComponent>>, name: Name) =>
  lazyRouteComponent(() => withinLimit(load), name)

const root = createRootRoute({
  component: Root,
  notFoundComponent: Error404Page,
  // Filters are read by each list's own schema; the router only keeps strings.
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
})

const error403 = createRoute({ getParentRoute: () => root, path: paths.error403, component: Error403Page })
const error404 = createRoute({ getParentRoute: () => root, path: paths.error404, component: Error404Page })

/** Everything for signed-in people: the guard first, then the shell around the screen. */
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireUser, component: Shell })
const staffOnly = createRoute({
  getParentRoute: () => signedIn,
  id: 'staff',
  beforeLoad: requireStaff,
  component: Outlet,
})
const adminOnly = createRoute({
  getParentRoute: () => signedIn,
  id: 'admin',
  beforeLoad: requireAdmin,
  component: lazy(() => import('./features/admin/AdminLayout.tsx'), 'AdminLayout'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: passIfSignedIn,
  component: lazy(() => import('./features/session/LoginPage.tsx'), 'LoginPage'),
})
const corporateReturn = createRoute({
  getParentRoute: () => root,
  path: paths.corporateReturn,
  beforeLoad: finishCorporate,
  errorComponent: SignInFailed,
})
const approve = createRoute({
  getParentRoute: () => root,
  path: paths.approve,
  component: lazy(() => import('./features/approve/ApprovePage.tsx'), 'ApprovePage'),
})
const password = createRoute({
  getParentRoute: () => root,
  path: paths.password,
  component: lazy(() => import('./features/session/PasswordPage.tsx'), 'PasswordPage'),
})
const backlog = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.backlog,
  component: lazy(() => import('./features/requests/BacklogPage.tsx'), 'BacklogPage'),
})
const clientRequests = createRoute({
  getParentRoute: () => signedIn,
  path: paths.clientRequests,
  component: lazy(() => import('./features/requests/ClientRequestsPage.tsx'), 'ClientRequestsPage'),
})
const requestAdd = createRoute({
  getParentRoute: () => signedIn,
  path: paths.requestAdd,
  component: lazy(() => import('./features/requests/NewRequestPage.tsx'), 'NewRequestPage'),
})
const admin = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.admin,
  beforeLoad: () => {
    throw redirect({ to: paths.adminPeople, replace: true })
  },
})
const adminPeople = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminPeople,
  component: lazy(() => import('./features/admin/people/PeoplePage.tsx'), 'PeoplePage'),
})
const adminDeliveries = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminDeliveries,
  component: lazy(() => import('./features/operations/deliveries/DeliveriesPage.tsx'), 'DeliveriesPage'),
})
const adminWebhooks = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminWebhooks,
  component: lazy(() => import('./features/integrations/WebhooksPage.tsx'), 'WebhooksPage'),
})
const adminCompanies = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminCompanies,
  component: lazy(() => import('./features/admin/companies/CompaniesPage.tsx'), 'CompaniesPage'),
})
const adminSystems = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminSystems,
  component: lazy(() => import('./features/admin/lists/SystemsPage.tsx'), 'SystemsPage'),
})
const adminSteps = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminSteps,
  component: lazy(() => import('./features/admin/lists/StepsPage.tsx'), 'StepsPage'),
})
const adminCalendar = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminCalendar,
  component: lazy(() => import('./features/admin/calendar/CalendarPage.tsx'), 'CalendarPage'),
})
const adminDeleted = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminDeleted,
  component: lazy(() => import('./features/operations/deleted/DeletedPage.tsx'), 'DeletedPage'),
})
const adminAudit = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminAudit,
  component: lazy(() => import('./features/operations/audit/AuditPage.tsx'), 'AuditPage'),
})
const requestsImport = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.requestsImport,
  component: lazy(() => import('./features/requests/ImportPage.tsx'), 'ImportPage'),
})
const releases = createRoute({
  getParentRoute: () => signedIn,
  path: paths.releases,
  component: lazy(() => import('./features/releases/ReleasesPage.tsx'), 'ReleasesPage'),
})
const release = createRoute({
  getParentRoute: () => signedIn,
  path: paths.release,
  component: lazy(() => import('./features/releases/ReleasePage.tsx'), 'ReleasePage'),
})
const releaseDescription = createRoute({
  getParentRoute: () => signedIn,
  path: paths.releaseDescription,
  component: lazy(() => import('./features/releases/DescriptionPage.tsx'), 'DescriptionPage'),
})
const releaseAdd = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.releaseAdd,
  component: lazy(() => import('./features/releases/ReleaseFormPage.tsx'), 'ReleaseAddPage'),
})
const releaseEdit = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.releaseEdit,
  component: lazy(() => import('./features/releases/ReleaseFormPage.tsx'), 'ReleaseEditPage'),
})
const publications = createRoute({
  getParentRoute: () => signedIn,
  path: paths.publications,
  component: lazy(() => import('./features/publications/PublicationsPage.tsx'), 'PublicationsPage'),
})
const versions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.versions,
  component: lazy(() => import('./features/publications/VersionsPage.tsx'), 'VersionsPage'),
})
const publication = createRoute({
  getParentRoute: () => signedIn,
  path: paths.publication,
  component: lazy(() => import('./features/publications/PublicationPage.tsx'), 'PublicationPage'),
})
const publicationAdd = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.publicationAdd,
  component: lazy(() => import('./features/publications/PublishPage.tsx'), 'PublishPage'),
})
const planning = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.planning,
  component: lazy(() => import('./features/planning/PlanningPage.tsx'), 'PlanningPage'),
})
const agreements = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.agreements,
  component: lazy(() => import('./features/agreements/AgreementsPage.tsx'), 'AgreementsPage'),
})
const agreementAdd = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.agreementAdd,
  component: lazy(() => import('./features/agreements/AgreementAddPage.tsx'), 'AgreementAddPage'),
})
const agreementCalendar = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.agreementCalendar,
  component: lazy(() => import('./features/agreements/calendar/CalendarPage.tsx'), 'CalendarPage'),
})
const agreement = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.agreement,
  component: lazy(() => import('./features/agreements/AgreementPage.tsx'), 'AgreementPage'),
})

const registry = createRoute({
  getParentRoute: () => signedIn,
  path: paths.registry,
  component: lazy(() => import('./features/registry/RegistryPage.tsx'), 'RegistryPage'),
})
const registryAdd = createRoute({
  getParentRoute: () => signedIn,
  path: paths.registryAdd,
  component: lazy(() => import('./features/registry/EntryAddPage.tsx'), 'EntryAddPage'),
})
const registryHistory = createRoute({
  getParentRoute: () => signedIn,
  path: paths.registryHistory,
  component: lazy(() => import('./features/registry/HistoryPage.tsx'), 'HistoryPage'),
})

const notices = createRoute({
  getParentRoute: () => signedIn,
  path: paths.notices,
  component: lazy(() => import('./features/notices/NoticesPage.tsx'), 'NoticesPage'),
})
const noticeSettings = createRoute({
  getParentRoute: () => signedIn,
  path: paths.noticeSettings,
  component: lazy(() => import('./features/notices/SettingsPage.tsx'), 'SettingsPage'),
})

const tokens = createRoute({
  getParentRoute: () => signedIn,
  path: paths.tokens,
  component: lazy(() => import('./features/integrations/TokensPage.tsx'), 'TokensPage'),
})

const routeTree = root.addChildren([
  login,
  corporateReturn,
  approve,
  password,
  error403,
  error404,
  signedIn.addChildren([
    clientRequests,
    requestAdd,
    releases,
    release,
    releaseDescription,
    publications,
    versions,
    publication,
    registry,
    registryAdd,
    registryHistory,
    tokens,
    notices,
    noticeSettings,
    adminOnly.addChildren([
      admin,
      adminPeople,
      adminCompanies,
      adminSystems,
      adminSteps,
      adminCalendar,
      adminDeliveries,
      adminDeleted,
      adminAudit,
      adminWebhooks,
      requestsImport,
    ]),
    staffOnly.addChildren([
      planning,
      backlog,
      releaseAdd,
      releaseEdit,
      agreements,
      agreementAdd,
      agreementCalendar,
      agreement,
      publicationAdd,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  scrollRestoration: true,
})
