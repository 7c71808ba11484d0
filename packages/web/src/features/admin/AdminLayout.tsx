import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './AdminLayout.module.css'
import { SECTIONS } from './sections.ts'

/** The frame of every administration screen: tabs with its sections. */
export function AdminLayout() {
  const strip = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  // On a phone the tabs are wider than the window.
  useEffect(() => {
    const open = SECTIONS.findIndex(({ path }) => path === pathname)
    strip.current?.children[open]?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <div className={classes.layout}>
      <nav ref={strip} className={classes.strip} aria-label="Администрирование">
        {SECTIONS.map(({ label, path }) => (
          <Link key={path} to={path} className={classes.section}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  )
}
