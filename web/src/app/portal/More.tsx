// More: every other menu of a leader or agent, their own pages, light or dark, and the way out. Loaded when it is first opened.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconHome, IconLock, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { dateTime, zoneName } from '../../format/time.ts'
import { currentLanguage } from '../../i18n/index.ts'
import { logOut, useSession } from '../../session/session.ts'
import { guildPath } from '../../ui/values/guildPath.ts'
import { MenuIcon } from '../../ui/values/MenuIcon.tsx'
import { hrefAt, type MenuItem, menuItems } from '../menu.ts'
import { BottomSheet } from './BottomSheet.tsx'
import styles from './PortalShell.module.css'

export default function More({ close }: { close: () => void }) {
  const { t } = useTranslation('shell')
  const { user, menus, may, shownZone, clockOffset } = useSession()
  const { pathname } = useLocation()
  const items = menuItems(menus, currentLanguage())
  const here = hrefAt(items, pathname)
  const now = new Date(Date.now() + clockOffset)
  return (
    <BottomSheet title={t('portal.more')} heading={<bdi>{user.username}</bdi>} close={close}>
      {user.unionId !== null && may('guilds.family', 'read') && (
        <ul>
          <li>
            <Link className={styles['entry']} to={guildPath({ guildId: user.unionId, name: '-' })} onClick={close}>
              <IconHome size={19} stroke={1.6} aria-hidden />
              {t('portal.myGuild')}
            </Link>
          </li>
        </ul>
      )}
      {items.map((item) =>
        item.children.length === 0 ? (
          <ul key={item.id}>
            <Entry item={item} here={here} close={close} />
          </ul>
        ) : (
          <section key={item.id}>
            <h2>{item.name}</h2>
            <ul>
              {leavesOf(item).map((leaf) => (
                <Entry key={leaf.id} item={leaf} here={here} close={close} />
              ))}
            </ul>
          </section>
        ),
      )}
      <h2>{t('portal.account')}</h2>
      <ul>
        <li>
          <Link className={styles['entry']} to="/account/security" onClick={close}>
            <IconLock size={19} stroke={1.6} aria-hidden />
            {t('user.security')}
          </Link>
        </li>
        <li>
          <Scheme />
        </li>
        <li>
          <button type="button" className={styles['entry']} onClick={() => void logOut()}>
            <IconLogout size={19} stroke={1.6} aria-hidden />
            {t('user.logOut')}
          </button>
        </li>
      </ul>
      <p>{t('zone.shown', { time: `${dateTime(now, shownZone).slice(0, 16)} ${zoneName(shownZone, now)}` })}</p>
    </BottomSheet>
  )
}

const leavesOf = ({ children }: MenuItem): MenuItem[] =>
  children.flatMap((child) => (child.children.length > 0 ? leavesOf(child) : [child]))

function Entry({ item, here, close }: { item: MenuItem; here: string; close: () => void }) {
  const shown = (
    <>
      <MenuIcon name={item.icon} size={19} />
      {item.name}
    </>
  )
  return (
    <li>
      {item.external ? (
        <a className={styles['entry']} href={item.href} target="_blank" rel="noreferrer">
          {shown}
        </a>
      ) : (
        <Link
          className={styles['entry']}
          to={item.href}
          aria-current={item.href === here ? 'page' : undefined}
          onClick={close}
        >
          {shown}
        </Link>
      )}
    </li>
  )
}

function Scheme() {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const Icon = scheme === 'dark' ? IconSun : IconMoon
  return (
    <button
      type="button"
      className={styles['entry']}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <Icon size={19} stroke={1.6} aria-hidden />
      {t(scheme === 'dark' ? 'theme.light' : 'theme.dark')}
    </button>
  )
}
