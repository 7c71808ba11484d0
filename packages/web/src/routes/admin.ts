import { createRoute, redirect } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { adminOnly, lazy } from './root.ts'

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
  component: lazy(() => import('../features/admin/people/PeoplePage.tsx'), 'PeoplePage'),
})
const adminDeliveries = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminDeliveries,
  component: lazy(() => import('../features/operations/deliveries/DeliveriesPage.tsx'), 'DeliveriesPage'),
})
const adminLetters = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminLetters,
  component: lazy(() => import('../features/admin/letters/LettersPage.tsx'), 'LettersPage'),
})
const adminWebhooks = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminWebhooks,
  component: lazy(() => import('../features/integrations/WebhooksPage.tsx'), 'WebhooksPage'),
})
const adminServices = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminServices,
  component: lazy(() => import('../features/integrations/ServicesPage.tsx'), 'ServicesPage'),
})
const adminCompanies = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminCompanies,
  component: lazy(() => import('../features/admin/companies/CompaniesPage.tsx'), 'CompaniesPage'),
})
const adminSystems = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminSystems,
  component: lazy(() => import('../features/admin/lists/SystemsPage.tsx'), 'SystemsPage'),
})
const adminSteps = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminSteps,
  component: lazy(() => import('../features/admin/lists/StepsPage.tsx'), 'StepsPage'),
})
const adminCalendar = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminCalendar,
  component: lazy(() => import('../features/admin/calendar/CalendarPage.tsx'), 'CalendarPage'),
})
const adminDeleted = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminDeleted,
  component: lazy(() => import('../features/operations/deleted/DeletedPage.tsx'), 'DeletedPage'),
})
const adminAudit = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminAudit,
  component: lazy(() => import('../features/operations/audit/AuditPage.tsx'), 'AuditPage'),
})
const adminSettings = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.adminSettings,
  component: lazy(() => import('../features/operations/settings/SettingsPage.tsx'), 'SettingsPage'),
})
const requestsImport = createRoute({
  getParentRoute: () => adminOnly,
  path: paths.requestsImport,
  component: lazy(() => import('../features/requests/importing/ImportPage.tsx'), 'ImportPage'),
})

/** The administration's screens, in the order of its tabs (features/admin/sections.ts). */
export const adminScreens = [
  admin,
  adminPeople,
  adminCompanies,
  adminSystems,
  adminSteps,
  adminCalendar,
  adminLetters,
  adminDeliveries,
  adminDeleted,
  adminAudit,
  adminWebhooks,
  adminServices,
  adminSettings,
  requestsImport,
] as const
