import { Link } from 'react-router'
import classes from './viewTabs.module.css'

export type ViewTab = { id: string; label: string; href: string }

/** The views of one screen, as links with their own addresses. */
export function ViewTabs({ label, tabs, current }: { label: string; tabs: readonly ViewTab[]; current: string }) {
  return (
    <nav className={classes['tabs']} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tab.href}
          className={classes['tab']}
          aria-current={tab.id === current ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
