// The claimed cases of a desk, beside the one that is being decided.
import type { ReactNode } from 'react'
import { Face } from '../../ui/values/UserChip.tsx'
import classes from './desk.module.css'

/** The list of cases; `more` says how many wait unclaimed. */
export function Cases({ label, more, children }: { label: string; more: string | undefined; children: ReactNode }) {
  return (
    <nav className={classes['cases']} aria-label={label}>
      <ol>{children}</ol>
      {more !== undefined && <p className={classes['more']}>{more}</p>}
    </nav>
  )
}

type CaseProps = {
  user: { userId: number; nickname: string; avatarUrl: string }
  current: boolean
  choose: () => void
  facts: ReactNode
  end: ReactNode
}

export function CaseItem({ user, current, choose, facts, end }: CaseProps) {
  return (
    <li>
      <button
        type="button"
        className={classes['case']}
        aria-current={current ? 'true' : undefined}
        // Keep the focus where the keys work.
        onMouseDown={(event) => event.preventDefault()}
        onClick={choose}
      >
        <Face name={user.nickname || String(user.userId)} picture={user.avatarUrl} size={30} />
        <span className={classes['caseName']}>
          <bdi>{user.nickname || user.userId}</bdi>
          <span className={classes['caseFacts']}>{facts}</span>
        </span>
        <span className={classes['caseEnd']}>{end}</span>
      </button>
    </li>
  )
}
