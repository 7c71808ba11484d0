import {
  IconCalendar,
  IconCalendarCheck,
  IconCalendarTime,
  IconInbox,
  IconListDetails,
  IconMessageExclamation,
  IconPackageExport,
  IconRocket,
  IconSettings,
  IconTable,
  IconTimeline,
} from '@tabler/icons-react'
import { paths } from '../../../paths.ts'

export interface Place {
  label: string
  path: string
  icon: typeof IconRocket
  /** Physical key after `g`. */
  key: string
  /** The letter shown to people for the key. */
  letter: string
  /** Indented below the preceding place. */
  isBelow?: true
}

const waiting: Place = { label: 'Ждёт меня', path: paths.waiting, icon: IconInbox, key: 'KeyW', letter: 'w' }

const releases: Place = { label: 'Релизы', path: paths.releases, icon: IconRocket, key: 'KeyR', letter: 'r' }
const publications: Place = {
  label: 'Публикации',
  path: paths.publications,
  icon: IconPackageExport,
  key: 'KeyP',
  letter: 'p',
}

const registry: Place = { label: 'Реестр', path: paths.registry, icon: IconTable, key: 'KeyY', letter: 'y' }

const administration: Place = {
  label: 'Администрирование',
  path: paths.admin,
  icon: IconSettings,
  key: 'KeyM',
  letter: 'm',
}

const staffPlaces: Place[] = [
  waiting,
  { label: 'Бэклог', path: paths.backlog, icon: IconListDetails, key: 'KeyB', letter: 'b' },
  releases,
  { label: 'Согласования', path: paths.agreements, icon: IconCalendarCheck, key: 'KeyA', letter: 'a' },
  { label: 'Календарь', path: paths.agreementCalendar, icon: IconCalendar, key: 'KeyC', letter: 'c', isBelow: true },
  { label: 'Замечания', path: paths.remarks, icon: IconMessageExclamation, key: 'KeyZ', letter: 'z', isBelow: true },
  publications,
  { label: 'Планирование', path: paths.planning, icon: IconTimeline, key: 'KeyL', letter: 'l' },
  registry,
  administration,
]

const clientPlaces: Place[] = [
  waiting,
  { label: 'Мои заявки', path: paths.clientRequests, icon: IconListDetails, key: 'KeyB', letter: 'b' },
  releases,
  { label: 'Согласования', path: paths.clientAgreements, icon: IconCalendarCheck, key: 'KeyA', letter: 'a' },
  publications,
  registry,
  {
    label: 'Календарь компании',
    path: paths.companyCalendar,
    icon: IconCalendarTime,
    key: 'KeyC',
    letter: 'c',
  },
]

/**
 * The places the person may go to. Screens that do not exist are left out.
 * @param canEnterRegistry whether an administrator has granted access; others do not see the place
 * @param exists whether the router knows the path
 */
export const placesOf = (
  user: { isRivc: boolean; isAdmin: boolean; canEnterRegistry: boolean },
  exists: (path: string) => boolean,
): Place[] =>
  (user.isRivc ? staffPlaces : clientPlaces).filter(
    (place) =>
      exists(place.path) && (place !== registry || user.canEnterRegistry) && (place !== administration || user.isAdmin),
  )

/**
 * For links: otherwise the router would treat a place as current on all paths below it, which may belong to other
 * places.
 */
export const EXACT = { exact: true }

/**
 * Checks whether a place is current: on its own page, and on those that `BELOW` assigns to it; the root only on itself.
 */
export const isCurrent = (path: string, pathname: string): boolean =>
  path === '/' ? pathname === '/' : pathname === path || BELOW[path]?.test(pathname) === true

const BELOW: Record<string, RegExp> = {
  [paths.releases]: /^\/releases?\//,
  [paths.agreements]: /^\/agreements\/(?!calendar)/,
  [paths.clientRequests]: /^\/clientRequests\//,
  [paths.publications]: /^\/publications?\//,
  [paths.registry]: /^\/registry(History)?\//,
  [paths.admin]: /^\/admin\//,
}
