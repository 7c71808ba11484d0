import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { PageError } from './components/kit/feedback/PageError.tsx'
import { parseSearch, stringifySearch } from './components/kit/list-state/search.ts'
import { finishCorporate } from './components/shared/session/corporate.ts'
import { passIfSignedIn, requireSettingUp } from './components/shared/session/guards.ts'
import { Error403Page, Error404Page } from './features/session/LaterErrorPages.tsx'
import { LoginRoute } from './features/session/LoginRoute.tsx'
import { SignInFailed } from './features/session/SignInFailed.tsx'
import { paths } from './paths.ts'
import { adminScreens } from './routes/admin.ts'
import { adminOnly, lazy, opening, root, signedIn, staffOnly } from './routes/root.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The message of a refused page, for /error403 and /error404. */
    refusal?: string
    /** The address that was refused. */
    from?: string
  }
  interface Register {
    router: typeof router
  }
}

const error403 = createRoute({ getParentRoute: () => root, path: paths.error403, component: Error403Page })
const error404 = createRoute({ getParentRoute: () => root, path: paths.error404, component: Error404Page })

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: passIfSignedIn,
  component: LoginRoute,
})
const corporateReturn = createRoute({
  getParentRoute: () => root,
  path: paths.corporateReturn,
  // The address that the corporate sign-in returns to shows nothing itself.
  beforeLoad: async () => {
    throw redirect({ href: await finishCorporate(), replace: true })
  },
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
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: paths.secondFactor,
  beforeLoad: requireSettingUp,
  component: lazy(() => import('./features/account/SetUpPage.tsx'), 'SetUpPage'),
})
const backlog = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.backlog,
  ...opening(() => import('./features/requests/BacklogPage.tsx'), 'BacklogPage'),
})
const clientRequests = createRoute({
  getParentRoute: () => signedIn,
  path: paths.clientRequests,
  ...opening(() => import('./features/requests/ClientRequestsPage.tsx'), 'ClientRequestsPage'),
})
const requestAdd = createRoute({
  getParentRoute: () => signedIn,
  path: paths.requestAdd,
  component: lazy(() => import('./features/requests/creating/NewRequestPage.tsx'), 'NewRequestPage'),
})
const browsePage = lazy(() => import('./features/requests/BrowsePage.tsx'), 'BrowsePage')
const browse = createRoute({ getParentRoute: () => signedIn, path: paths.browse, component: browsePage })
const issue = createRoute({ getParentRoute: () => signedIn, path: paths.issue, component: browsePage })
const waiting = createRoute({
  getParentRoute: () => signedIn,
  path: paths.waiting,
  component: lazy(() => import('./features/waiting/WaitingPage.tsx'), 'WaitingPage'),
})
const releases = createRoute({
  getParentRoute: () => signedIn,
  path: paths.releases,
  component: lazy(() => import('./features/releases/list/ReleasesPage.tsx'), 'ReleasesPage'),
})
const release = createRoute({
  getParentRoute: () => signedIn,
  path: paths.release,
  component: lazy(() => import('./features/releases/ReleasePage.tsx'), 'ReleasePage'),
})
const releaseDescription = createRoute({
  getParentRoute: () => signedIn,
  path: paths.releaseDescription,
  component: lazy(() => import('./features/releases/description/DescriptionPage.tsx'), 'DescriptionPage'),
})
const releaseAdd = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.releaseAdd,
  component: lazy(() => import('./features/releases/form/ReleaseFormPage.tsx'), 'ReleaseAddPage'),
})
const releaseEdit = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.releaseEdit,
  component: lazy(() => import('./features/releases/form/ReleaseFormPage.tsx'), 'ReleaseEditPage'),
})
const publications = createRoute({
  getParentRoute: () => signedIn,
  path: paths.publications,
  component: lazy(() => import('./features/publications/PublicationsPage.tsx'), 'PublicationsPage'),
})
const versions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.versions,
  component: lazy(() => import('./features/publications/versions/VersionsPage.tsx'), 'VersionsPage'),
})
const publication = createRoute({
  getParentRoute: () => signedIn,
  path: paths.publication,
  component: lazy(() => import('./features/publications/PublicationPage.tsx'), 'PublicationPage'),
})
const publicationAdd = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.publicationAdd,
  component: lazy(() => import('./features/publications/publishing/PublishPage.tsx'), 'PublishPage'),
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
const clientAgreements = createRoute({
  getParentRoute: () => signedIn,
  path: paths.clientAgreements,
  component: lazy(() => import('./features/client-agreements/ClientAgreementsPage.tsx'), 'ClientAgreementsPage'),
})
const agreementAdd = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.agreementAdd,
  // The release and the request in the address are what the form begins with.
  remountDeps: ({ search }) => [search['release_id'], search['company_id']],
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

const remarks = createRoute({
  getParentRoute: () => staffOnly,
  path: paths.remarks,
  component: lazy(() => import('./features/remarks/RemarksPage.tsx'), 'RemarksPage'),
})

const registry = createRoute({
  getParentRoute: () => signedIn,
  path: paths.registry,
  component: lazy(() => import('./features/registry/RegistryPage.tsx'), 'RegistryPage'),
})
const registryAdd = createRoute({
  getParentRoute: () => signedIn,
  path: paths.registryAdd,
  remountDeps: ({ search }) => [search['request']],
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

const account = createRoute({
  getParentRoute: () => signedIn,
  path: paths.account,
  component: lazy(() => import('./features/account/AccountPage.tsx'), 'AccountPage'),
})
const companyCalendar = createRoute({
  getParentRoute: () => signedIn,
  path: paths.companyCalendar,
  component: lazy(() => import('./features/calendars/CompanyCalendarPage.tsx'), 'CompanyCalendarPage'),
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
  secondFactor,
  error403,
  error404,
  signedIn.addChildren([
    clientRequests,
    requestAdd,
    browse,
    issue,
    waiting,
    clientAgreements,
    releases,
    release,
    releaseDescription,
    publications,
    versions,
    publication,
    registry,
    registryAdd,
    registryHistory,
    account,
    companyCalendar,
    tokens,
    notices,
    noticeSettings,
    adminOnly.addChildren(adminScreens),
    staffOnly.addChildren([
      planning,
      backlog,
      releaseAdd,
      releaseEdit,
      agreements,
      agreementAdd,
      agreementCalendar,
      agreement,
      remarks,
      publicationAdd,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // Another thing is another screen: what is being written about one never reaches the next.
  defaultRemountDeps: ({ params }) => params,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
})
