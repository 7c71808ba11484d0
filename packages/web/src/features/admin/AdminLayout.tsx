import { Link, Outlet } from '@tanstack/react-router'
import classes from './AdminLayout.module.css'
import { SECTIONS } from './sections.ts'

/** Around every screen of the administration: the strip of its sections, and the one that is open. */
export const AdminLayout = () => (
  <div className={classes.layout}>
    <nav className={classes.strip} aria-label="Администрирование">
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
