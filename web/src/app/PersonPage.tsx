// /user/detail/:id: everything about one user. The first call returns the profile; each part loads when it is opened.
import { nameOf } from '@greenroom/contract/sentences/words'
import { userDetail } from '@greenroom/contract/users'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ActionKeys } from '../actions/ActionKeys.tsx'
import { ActionHost } from '../actions/useRunAction.tsx'
import { ListProvider } from '../list/currentList.ts'
import { useCompleteList } from '../list/useCompleteList.ts'
import { Missing } from '../page/Missing.tsx'
import { measureHead, Parts, useShownPart } from '../page/PageParts.tsx'
import styles from '../page/recordPage.module.css'
import {
  ActionBar,
  Header,
  type Person,
  personActions,
  personKey,
  ReadOnly,
  readPerson,
} from '../rooms/users/person/personParts.ts'
import { useGuard } from '../session/route.tsx'
import { useSession } from '../session/session.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { useTitle } from '../session/titles.ts'
import { shownElement } from '../ui/behaviour/shown.ts'
import { panels } from './personPanels.tsx'

const noFilters = {}

/** Its code loads in parallel with the profile. */
const shownFirst = (tab: string | null) => panels.find(({ id }) => id === tab) ?? panels[0]!
shownFirst(new URLSearchParams(window.location.search).get('tab')).Panel.preload()

export default function PersonPage() {
  const userId = Number(useParams()['id'])
  const query = useQuery({
    queryKey: personKey(userId),
    queryFn: ({ signal }) => readPerson(userId, signal),
    enabled: Number.isSafeInteger(userId) && userId > 0,
  })
  // A list of one: the same actions as in the user list.
  const list = useCompleteList({
    call: userDetail,
    query,
    filters: noFilters,
    rows: ({ user }) => [user],
    rowId: (user) => user.userId,
    name: (user) => nameOf({ id: user.userId, nickname: user.nickname }),
  })
  const { t } = useTranslation('users')
  useEffect(() => list.selection.setActive(userId), [list.selection, userId])
  const user = query.data?.user
  if (user) {
    return (
      <ListProvider value={list}>
        <ActionHost>
          <Shown user={user} />
        </ActionHost>
      </ListProvider>
    )
  }
  if (query.isLoading) return <Skeletons />
  return (
    <div className={styles.nothing}>
      <Missing
        error={query.error}
        again={() => void query.refetch()}
        menu="users.list"
        none={{ title: t('person.nobody'), text: t('person.nobodyHint') }}
      />
    </div>
  )
}

function Shown({ user }: { user: Person }) {
  const { may } = useSession()
  // A passed level is remembered; a read-only role stays read-only.
  const writes = may('users.list', 'write') || may('users.grant', 'write')
  const guard = useGuard() && writes
  const navigate = useNavigate()
  const location = useLocation()
  const lift = () => void navigate(location.pathname + window.location.search, { replace: true, state: { temp: 3 } })
  const page = useRef<HTMLElement>(null)
  useLayoutEffect(() => (page.current ? measureHead(page.current) : undefined), [])
  useTitle(location.pathname, nameOf({ id: user.userId, nickname: user.nickname }))
  return (
    <article ref={page} className={styles.page}>
      {!guard && <ReadOnly lift={writes ? lift : undefined} />}
      <Header user={user} actions={guard && <ActionBar user={user} />} />
      {guard && <ActionKeys actions={personActions} />}
      <PersonParts user={user} />
    </article>
  )
}

function PersonParts({ user }: { user: Person }) {
  const { t } = useTranslation('users')
  const { go } = useShownPart(panels)
  useShortcut('note', 'users:keys.note', () => {
    go('notes')
    // The part may load a moment after the key press.
    focusSoon('[data-note]')
  })
  return (
    <Parts
      label={t('person.parts')}
      next="users:keys.nextPart"
      previous="users:keys.previousPart"
      parts={panels.map(({ id, begins, count, Panel }) => ({
        id,
        begins,
        title: t(`panels.${id}` as 'panels.wallet'),
        count: count?.(user),
        preload: Panel.preload,
        body: <Panel user={user} />,
      }))}
    />
  )
}

/** Waits for a part that loads lazily. */
function focusSoon(selector: string, tries = 100): void {
  const found = shownElement(selector)
  if (found) found.focus()
  else if (tries > 0) setTimeout(() => focusSoon(selector, tries - 1), 50)
}

/** As high as the content, to avoid a layout shift. */
function Skeletons() {
  return (
    <div className={styles.page} aria-busy>
      <div className={styles.waiting}>
        <Skeleton h={56} w={56} circle />
        <Skeleton h={20} w="32%" />
        <Skeleton h={120} />
      </div>
      <div className={styles.waiting}>
        <Skeleton h={16} w="70%" />
        <Skeleton h={200} />
      </div>
    </div>
  )
}
