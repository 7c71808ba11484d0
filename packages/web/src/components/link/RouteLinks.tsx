import { Anchor, Button } from '@mantine/core'
import type { AnchorProps, ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Own<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props | 'href'>

/** Mantine's link and button to a route of ours, with its parameters checked. */
export const RouteAnchor = createLink((props: Own<AnchorProps>) => <Anchor {...props} />)
export const RouteButton = createLink((props: Own<ButtonProps>) => <Button component="a" {...props} />)
