import { decodeName } from '@vypusk/contract'
import { Menu } from '@mantine/core'
import type { MenuProps } from '@mantine/core'
import { memo } from 'react'
import type { ReactNode } from 'react'
import {
  IconBuilding,
  IconKey,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconShieldLock,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useUser } from '../../../api/account.ts'
import { paths } from '../../../paths.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { Bell } from '../bell/Bell.tsx'
import { CompanyItems } from '../session/Companies.tsx'
import { useSignOut } from '../session/useSession.ts'
import { LiveMark } from './LiveMark.tsx'
import classes from './Rail.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { EXACT } from './navigation.ts'
import type { ShownPlace } from './usePlaces.ts'
import { ownClock } from '../dates/own-clock.ts'

interface RailProps {
  places: ShownPlace[]
  narrow: boolean
  onChoose: (isNarrow: boolean) => void
  onKeys: () => void
  onAbout: () => void
}

type PlaceLinkProps = Omit<ShownPlace, 'key' | 'letter'> & Pick<RailProps, 'narrow'>

/** Memoized, so that a number that changes redraws only its own link. */
const PlaceLink = memo(({ path, label, icon: Icon, current, isBelow, mark, narrow }: PlaceLinkProps) => (
  <Link
    to={path}
    activeOptions={EXACT}
    className={classes.place}
    data-below={isBelow}
    data-hint={narrow ? label : undefined}
    data-hint-side="right"
    aria-current={current ? 'page' : undefined}
    aria-label={mark ? `${label}: ${mark}` : label}
  >
    <Icon size={17} stroke={1.7} />
    {!narrow && label}
    {mark && <span className={classes.mark} data-mark={mark} aria-hidden />}
  </Link>
))

const Person = memo(({ onAbout }: Pick<RailProps, 'onAbout'>) => {
  const user = useUser()
  const clock = ownClock()
  const role = user.company ? decodeName(user.company.namecomp) : user.isAdmin ? 'администратор' : 'сотрудник'
  return (
    <div className={classes.person}>
      <span className={classes.name}>{user.name}</span>
      {user.companies ? <CompanyChoice /> : role} ·{' '}
      <button type="button" className={classes.about} onClick={onAbout} title="О системе">
        {user.app_version}
      </button>{' '}
      · <span title={clock.note}>{clock.name}</span>
    </div>
  )
})

interface CompanyMenuProps {
  position: MenuProps['position']
  /** The element that opens it. */
  children: ReactNode
}

const CompanyMenu = ({ position, children }: CompanyMenuProps) => (
  <Menu position={position} width={240}>
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>Ваши компании</Menu.Label>
      <CompanyItems />
    </Menu.Dropdown>
  </Menu>
)

/** The current company, with a menu of the others. */
const CompanyChoice = () => {
  const { company } = useUser()
  return (
    <CompanyMenu position="top-start">
      <button type="button" className={classes.about} title="Выбрать компанию">
        {company ? decodeName(company.namecomp) : ''} ▾
      </button>
    </CompanyMenu>
  )
}

/** The same in a narrow rail. */
const CompanyIcon = () => {
  const { company, companies } = useUser()
  if (!companies) return null
  return (
    <CompanyMenu position="right-end">
      <IconAction label={`Компания: ${company ? decodeName(company.namecomp) : ''}`}>
        <IconBuilding size={17} />
      </IconAction>
    </CompanyMenu>
  )
}

const Tools = memo(({ narrow, onKeys }: Pick<RailProps, 'narrow' | 'onKeys'>) => {
  const signOut = useSignOut()
  const navigate = useNavigate()
  return (
    <div className={classes.tools}>
      <LiveMark />
      {narrow && <CompanyIcon />}
      <Bell />
      <ThemeSwitch />
      <IconAction label="Клавиши" onClick={onKeys}>
        <IconKeyboard size={17} />
      </IconAction>
      <IconAction label="Безопасность" onClick={() => void navigate({ to: paths.account })}>
        <IconShieldLock size={17} />
      </IconAction>
      <IconAction label="Токены API" onClick={() => void navigate({ to: paths.tokens })}>
        <IconKey size={17} />
      </IconAction>
      <IconAction label="Выйти" onClick={() => void signOut()}>
        <IconLogout size={17} />
      </IconAction>
    </div>
  )
})

/** The navigation on the left, with the person and the state of the system at the bottom. */
export const Rail = memo(({ places, narrow, onChoose, onKeys, onAbout }: RailProps) => {
  const Toggle = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={classes.rail} data-narrow={narrow || undefined} aria-label="Разделы">
      <div className={classes.head}>
        {!narrow && <span className={classes.brand}>Выпуск</span>}
        <IconAction label={narrow ? 'Развернуть меню' : 'Свернуть меню'} onClick={() => onChoose(!narrow)}>
          <Toggle size={17} />
        </IconAction>
      </div>
      {places.map(({ key: _key, letter: _letter, ...place }) => (
        <PlaceLink key={place.path} {...place} narrow={narrow} />
      ))}
      <div className={classes.foot}>
        <Tools narrow={narrow} onKeys={onKeys} />
        {!narrow && <Person onAbout={onAbout} />}
      </div>
    </nav>
  )
})
