import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { KEYS } from '../../kit/keys/keys.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './Finding.module.css'
import { openFinding } from './opened.ts'

/** The search box of the top bar: it opens the window. */
export const FindBox = () => (
  <UnstyledButton className={classes.box} onClick={openFinding}>
    Поиск по всему <kbd>{KEYS.find.shown}</kbd>
  </UnstyledButton>
)

/** The same where there is room for an icon only. */
export const FindIcon = () => (
  <IconAction label="Поиск по всему" onClick={openFinding}>
    <IconSearch size={17} />
  </IconAction>
)
