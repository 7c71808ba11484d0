import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { IconAction } from '../../../ui/IconAction.tsx'
import { SCHEMES } from './schemes.ts'

/** Chooses the light, the dark or the system's theme; stored by the browser. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <IconAction label="Тема оформления">
          <Icon size={17} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, icon: Each }) => (
          <Menu.Item
            key={value}
            leftSection={<Each size={15} />}
            fw={value === colorScheme ? 600 : 400}
            aria-current={value === colorScheme || undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
