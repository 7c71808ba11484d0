import { paths } from '../../paths.ts'

/** The sections of the administration, in the order of the tabs; each has its own address. */
export const SECTIONS = [
  { label: 'Люди', path: paths.adminPeople },
  { label: 'Компании', path: paths.adminCompanies },
  { label: 'Системы и модули', path: paths.adminSystems },
  { label: 'Этапы и статусы', path: paths.adminSteps },
  { label: 'Календарь', path: paths.adminCalendar },
  { label: 'Письма', path: paths.adminLetters },
  { label: 'Доставки', path: paths.adminDeliveries },
  { label: 'Удалённое', path: paths.adminDeleted },
  { label: 'Журнал', path: paths.adminAudit },
  { label: 'Вебхуки и каналы', path: paths.adminWebhooks },
  { label: 'Сервисы', path: paths.adminServices },
  { label: 'Настройки', path: paths.adminSettings },
  { label: 'Импорт', path: paths.requestsImport },
] as const
