import { Burger, Indicator, Menu } from '@mantine/core'
import { IconInfoCircle, IconKey, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '../../../api/account.ts'
import { Bell } from '../bell/Bell.tsx'
import { FindIcon } from '../finding/FindButton.tsx'
import { paths } from '../../../paths.ts'
import { CompanyItems } from '../session/Companies.tsx'
import { useSignOut } from '../session/useSession.ts'
import { LiveMark } from './LiveMark.tsx'
import classes from './Shell.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { EXACT } from './navigation.ts'
import type { ShownPlace } from './usePlaces.ts'
import { ownClock } from '../dates/own-clock.ts'

interface PhoneBarProps {
  places: ShownPlace[]
  onAbout: () => void
}

/** Navigation on a phone: a bar at the top with a menu. */
export function PhoneBar({ places, onAbout }: PhoneBarProps) {
  const user = useUser()
  const signOut = useSignOut()
  const [opened, setOpened] = useState(false)
  const waits = places.find(({ mark }) => mark !== null)?.mark ?? null
  return (
    <header className={classes.phoneBar}>
      <span className={classes.brand}>Выпуск</span>
      <FindIcon />
      <LiveMark />
      <Bell />
      <ThemeSwitch />
      <Menu opened={opened} onChange={setOpened} position="bottom-end" width={240}>
        <Indicator
          disabled={waits === null}
          label={waits}
          size={15}
          offset={{ x: -4, y: 5 }}
          ml="xs"
          position="top-start"
          color="accent"
        >
          <Menu.Target>
            <Burger size="sm" opened={opened} aria-label={waits ? `Меню, ждёт меня: ${waits}` : 'Меню'} />
          </Menu.Target>
        </Indicator>
        <Menu.Dropdown>
          <Menu.Label>
            {user.name} · {user.app_version} · {ownClock().name}
          </Menu.Label>
          {places.map(({ path, label, icon: Icon, current, mark }) => (
            <Menu.Item
              key={path}
              component={Link}
              to={path}
              activeOptions={EXACT}
              leftSection={<Icon size={16} />}
              aria-current={current ? 'page' : undefined}
              fw={current ? 600 : 400}
            >
              {mark ? `${label}: ${mark}` : label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {user.companies && <Menu.Label>Ваши компании</Menu.Label>}
          <CompanyItems />
          {user.companies && <Menu.Divider />}
          <Menu.Item component={Link} to={paths.account} leftSection={<IconShieldLock size={16} />}>
            Безопасность
          </Menu.Item>
          <Menu.Item component={Link} to={paths.tokens} leftSection={<IconKey size={16} />}>
            Токены API
          </Menu.Item>
          <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={onAbout}>
            О системе
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
            Выйти
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}
