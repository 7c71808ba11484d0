import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { KEYS } from '../../kit/keys/keys.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './Finding.module.css'
import { openFinding } from './opened.ts'

interface FindBoxProps {
  /** On a screen of one thing, whose title and buttons need the room. */
  isBrief?: boolean
}

/** The search box of the top bar: it opens the window. */
export const FindBox = ({ isBrief = false }: FindBoxProps) => (
  <UnstyledButton className={classes.box} data-brief={isBrief || undefined} onClick={openFinding}>
    <IconSearch size={15} aria-hidden />
    <span className={classes.boxWords}>Поиск по всему</span> <kbd>{KEYS.find.shown}</kbd>
  </UnstyledButton>
)

/** The same where there is room for an icon only. */
export const FindIcon = () => (
  <IconAction label="Поиск по всему" onClick={openFinding}>
    <IconSearch size={17} />
  </IconAction>
)
