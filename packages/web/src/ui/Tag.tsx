import type { ReactNode } from 'react'
import classes from './Tag.module.css'

export type Tone = 'grey' | 'amber' | 'orange' | 'blue' | 'green' | 'red' | 'accent'

interface TagProps {
  tone: Tone
  icon?: ReactNode
  children: ReactNode
}

/** A word on a tinted background: a state that is named by the word and supported by the colour. */
export const Tag = ({ tone, icon, children }: TagProps) => (
  <span className={classes.tag} data-tone={tone}>
    {icon}
    {children}
  </span>
)
