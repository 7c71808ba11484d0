import { IconKeyboard, IconLogout, IconPlus } from '@tabler/icons-react'
import type { IconRocket } from '@tabler/icons-react'
import { paths } from '../../../paths.ts'
import { KEYS } from '../../kit/keys/keys.ts'
import type { Place } from '../shell/navigation.ts'

/** Something to do rather than something to open; `href` when it leads to a screen. */
export interface Action {
  key: string
  label: string
  icon: typeof IconRocket
  /** The keys that do the same. */
  keys?: string[]
  href?: string
  act?: () => void
}

interface Rights {
  isRivc: boolean
  canCreateRegistry: boolean
}

const create = (label: string, href: string): Action => ({ key: href, label, href, icon: IconPlus })

const newRequest = create('Новая заявка', paths.requestAdd)
const newEntry = create('Новая запись реестра', paths.registryAdd)
const staffCreates = [
  create('Новый релиз', paths.releaseAdd),
  create('Новое согласование', paths.agreementAdd),
  create('Новая публикация', paths.publicationAdd),
]

/** What the person may create. */
export const creations = ({ isRivc, canCreateRegistry }: Rights): Action[] => [
  newRequest,
  ...(isRivc ? staffCreates : []),
  ...(canCreateRegistry ? [newEntry] : []),
]

export const goings = (places: Place[]): Action[] =>
  places.map(({ label, path, icon, letter }) => ({
    key: path,
    label: `Перейти: ${label}`,
    href: path,
    icon,
    keys: [KEYS.go.shown, letter],
  }))

export const ownActions = (showKeys: () => void, signOut: () => void): Action[] => [
  { key: 'keys', label: 'Клавиши', icon: IconKeyboard, keys: [KEYS.list.shown], act: showKeys },
  { key: 'sign-out', label: 'Выйти', icon: IconLogout, act: signOut },
]
