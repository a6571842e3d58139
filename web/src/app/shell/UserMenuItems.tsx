// What the account menu holds.
import { Kbd, Menu } from '@mantine/core'
import { IconChecks, IconHome, IconKeyboard, IconLock, IconLogout, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listed } from '../../format/listed.ts'
import { zoneName } from '../../format/time.ts'
import { textLanguage } from '../../i18n/index.ts'
import { logOut, useSession } from '../../session/session.ts'

export default function UserMenuItems(props: { onPassword: () => void; onShortcuts: () => void }) {
  const { onPassword, onShortcuts } = props
  const { t } = useTranslation('shell')
  const { user, shownZone, clockOffset } = useSession()
  return (
    <>
      <Menu.Label>
        {listed(
          user.roles.map(({ roleName }) => roleName),
          textLanguage(),
        ) || user.username}
      </Menu.Label>
      {/* On a phone the bar has no room for it. */}
      <Menu.Label>{zoneName(shownZone, new Date(Date.now() + clockOffset))}</Menu.Label>
      <Menu.Item component={Link} to="/dashboard" leftSection={<IconHome size={16} stroke={1.6} />}>
        {t('user.home')}
      </Menu.Item>
      <Menu.Item component={Link} to="/requests" leftSection={<IconChecks size={16} stroke={1.6} />}>
        {t('user.requests')}
      </Menu.Item>
      <Menu.Item component={Link} to="/batches" leftSection={<IconStack2 size={16} stroke={1.6} />}>
        {t('user.batches')}
      </Menu.Item>
      <Menu.Item component={Link} to="/account/security" leftSection={<IconLock size={16} stroke={1.6} />}>
        {t('user.security')}
      </Menu.Item>
      <Menu.Item onClick={onPassword} leftSection={<IconLock size={16} stroke={1.6} />}>
        {t('user.password')}
      </Menu.Item>
      <Menu.Item
        onClick={onShortcuts}
        leftSection={<IconKeyboard size={16} stroke={1.6} />}
        rightSection={<Kbd size="xs">?</Kbd>}
      >
        {t('user.shortcuts')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void logOut()} leftSection={<IconLogout size={16} stroke={1.6} />}>
        {t('user.logOut')}
      </Menu.Item>
    </>
  )
}
