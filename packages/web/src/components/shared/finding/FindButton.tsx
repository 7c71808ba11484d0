import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { KEYS } from '../../kit/keys/keys.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './Finding.module.css'
import { openFinding } from './opened.ts'

interface FindBoxProps {
  /** For the screen of a single thing, whose title and buttons need the room. */
  isBrief?: boolean
}

/** The search box in the top bar, which opens the search dialog. */
export const FindBox = ({ isBrief = false }: FindBoxProps) => (
  <UnstyledButton className={classes.box} data-brief={isBrief || undefined} onClick={openFinding}>
    <IconSearch size={15} aria-hidden />
    <span className={classes.boxWords}>Поиск по всему</span> <kbd>{KEYS.find.shown}</kbd>
  </UnstyledButton>
)

/** The same as an icon. */
export const FindIcon = () => (
  <IconAction label="Поиск по всему" onClick={openFinding}>
    <IconSearch size={17} />
  </IconAction>
)
