// A user of the live app as a link to their page.
import type { PersonRef } from '@greenroom/contract/fields'
import { nameOf } from '@greenroom/contract/sentences/words'
import { Link } from 'react-router'
import { useGuard, useRoute } from '../session/route.tsx'
import { useSession } from '../session/session.ts'
import classes from './ui.module.css'
import { PersonChip } from './values/UserChip.tsx'

export const personPath = (userId: number) => `/user/detail/${userId}`

/**
 * The route state of a link to a user's page: the page is read-only when opened from elsewhere (spec section 4), unless a screen of the
 * User room passes its own full rights.
 */
export function usePassedLevel(): { temp: 3 } | undefined {
  const { name } = useRoute()
  const guard = useGuard()
  const { may } = useSession()
  return name.startsWith('users.') && guard && may('users.list', 'write') ? { temp: 3 } : undefined
}

/** Picture, name and id (with `brief`, the id on hover); not a link without access to the page. */
export function PersonLink({ person, brief = false }: { person: PersonRef; brief?: boolean }) {
  const { may } = useSession()
  const state = usePassedLevel()
  const { userId, nickname } = person
  const chip = <PersonChip person={person} brief={brief} />
  if (!may('users.list', 'read')) return chip
  return (
    <Link
      to={personPath(userId)}
      state={state}
      className={classes['person']}
      {...(brief && { title: nameOf({ id: userId, nickname }) })}
    >
      {chip}
    </Link>
  )
}
