import { Anchor, Button } from '@mantine/core'
import type { AnchorProps, ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './BackLink.module.css'

type Own<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props | 'href'>

/** Mantine's link and button for our routes, with checked parameters. */
export const RouteAnchor = createLink((props: Own<AnchorProps>) => <Anchor {...props} />)
export const RouteButton = createLink((props: Own<ButtonProps>) => <Button component="a" {...props} />)

/** The link before the title of a page, back to the list it belongs to. */
export const BackLink = createLink(({ children, ...props }: Omit<ComponentPropsWithRef<'a'>, 'href'>) => (
  <a {...props} className={classes.back}>
    {children}
  </a>
))
