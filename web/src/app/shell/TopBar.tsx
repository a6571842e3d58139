import { ActionIcon, Avatar, Kbd, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dateTime, offsetOf, ownZone, zoneName } from '../../format/time.ts'
import { loadTexts } from '../../i18n/index.ts'
import { fileUrl } from '../../session/cookies.ts'
import { isOutsider } from '../../session/outsider.ts'
import { useSession } from '../../session/session.ts'
import { keyNames } from '../../session/shortcuts.ts'
import { afterScreen } from '../../ui/behaviour/afterScreen.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { exactProps, showExact } from '../../ui/values/exact.ts'
import { LanguageSwitch, ThemeSwitch } from './Switches.tsx'
import type { SidebarState } from './sidebarState.ts'
import styles from './TopBar.module.css'

/** A separate chunk, after the screen: no page waits for it. */
const Bell = lazy(async () => {
  await new Promise<void>(afterScreen)
  const [loaded] = await Promise.all([import('./Bell.tsx'), loadTexts(['bell'])])
  return loaded
})

/** What the account menu holds: loaded after the screen, too. */
const UserMenuItems = loadable(() => import('./UserMenuItems.tsx'))

/** Names the zone in which all times of the page are shown; on demand the time now there and here. */
function Zone() {
  const { t } = useTranslation('shell')
  const { timeZone, shownZone, clockOffset } = useSession()
  const now = () => new Date(Date.now() + clockOffset)
  const offset = offsetOf(shownZone, now())
  const explained = () => {
    const clockIn = (zone: string) => `${dateTime(now(), zone).slice(0, 16)} ${zoneName(zone, now())}`
    const own = ownZone()
    return [
      t('zone.shown', { time: clockIn(shownZone) }),
      ...(own === shownZone ? [] : [t('zone.own', { time: clockIn(own) })]),
      ...(timeZone === shownZone ? [] : [t('zone.days', { time: clockIn(timeZone) })]),
    ].join('\n')
  }
  return (
    <UnstyledButton
      className={styles.zone}
      aria-label={t('zone.label', { zone: zoneName(shownZone, now()) })}
      {...exactProps(explained)}
      onClick={({ currentTarget }) => showExact(currentTarget, explained())}
    >
      <bdi dir="ltr">{offset}</bdi>
    </UnstyledButton>
  )
}

export type Crumb = { name: string; href: string | undefined }

type Props = {
  sidebar: SidebarState
  crumbs: readonly Crumb[]
  onPalette: () => void
  onPassword: () => void
  onShortcuts: () => void
}

/** Breadcrumb, palette, language, theme, and the account menu. */
export function TopBar({ sidebar, crumbs, onPalette, onPassword, onShortcuts }: Props) {
  const { t } = useTranslation('shell')
  return (
    <header className={styles.bar}>
      <SidebarToggle sidebar={sidebar} />
      <Breadcrumb crumbs={crumbs} />
      <div className={styles.space} />
      <UnstyledButton
        className={styles.palette}
        onClick={onPalette}
        // On a phone the text is hidden, so this is its accessible name.
        title={t('palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={15} aria-hidden />
        <span className={styles.paletteName}>{t('palette.open')}</span>
        <span className={styles.keys} dir="ltr" aria-hidden>
          {keyNames('mod+K').map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </span>
      </UnstyledButton>
      <Suspense>
        <Bell />
      </Suspense>
      <Zone />
      <LanguageSwitch more={isOutsider(useSession().user)} />
      <ThemeSwitch />
      <UserMenu onPassword={onPassword} onShortcuts={onShortcuts} />
    </header>
  )
}

function SidebarToggle({ sidebar }: { sidebar: SidebarState }) {
  const { t } = useTranslation('shell')
  const label = sidebar.narrow
    ? t(sidebar.open ? 'sidebar.close' : 'sidebar.open')
    : t(sidebar.open ? 'sidebar.collapse' : 'sidebar.expand')
  const wide = sidebar.open ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  const Icon = sidebar.narrow ? IconMenu2 : wide
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-expanded={sidebar.open}
      onClick={sidebar.toggle}
      className={styles.toggle}
    >
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  )
}

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('shell')
  return (
    <nav aria-label={t('breadcrumb')} className={styles.crumbs}>
      <ol>
        {crumbs.map(({ name, href }, index) => (
          <li key={`${href ?? ''} ${name}`}>
            {href && index < crumbs.length - 1 ? (
              <Link to={href}>{name}</Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function UserMenu({ onPassword, onShortcuts }: Pick<Props, 'onPassword' | 'onShortcuts'>) {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  useEffect(() => afterScreen(() => void UserMenuItems.ready().catch(() => {})), [])
  return (
    <DropMenu
      position="bottom-end"
      width={220}
      button={
        <UnstyledButton className={styles.user} aria-label={t('user.menu', { name: user.username })}>
          <Avatar
            aria-hidden
            size={26}
            radius="xl"
            src={user.avatar ? fileUrl(user.avatar) : null}
            alt=""
            color="accent"
          >
            {user.username.slice(0, 1).toUpperCase()}
          </Avatar>
          <span className={styles.userName}>{user.username}</span>
          <IconChevronDown size={14} aria-hidden className={styles.more} />
        </UnstyledButton>
      }
    >
      <Suspense>
        <UserMenuItems onPassword={onPassword} onShortcuts={onShortcuts} />
      </Suspense>
    </DropMenu>
  )
}
