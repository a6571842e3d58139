import { Link } from 'react-router'
import classes from './tabs.module.css'

type Props = { label: string; tabs: readonly { href: string; name: string; shown: boolean }[] }

/** The parts of a screen. They are links: each is an address of its own. */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav className={classes['tabs']} aria-label={label}>
      {tabs.map(({ href, name, shown }) => (
        <Link key={href} to={href} className={classes['tab']} aria-current={shown ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
