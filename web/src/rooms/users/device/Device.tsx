// Parts of a device, shared by several screens.
import type { RecordOf } from '@greenroom/contract/call'
import type { deviceList } from '@greenroom/contract/users'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../format/Time.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from '../users.module.css'

type Device = RecordOf<typeof deviceList>

/** The newest users seen on it, and the number of others. */
export function Newest({ device }: { device: Pick<Device, 'newest' | 'users'> }) {
  const { t } = useTranslation('users')
  const more = device.users - device.newest.length
  return (
    <span className={classes['chips']}>
      {device.newest.map((user) => (
        <span key={user.userId} data-banned={user.state !== 'normal' || undefined}>
          <PersonLink person={user} brief />
        </span>
      ))}
      {more > 0 && <span className={classes['until']}>{t('device.more', { count: more })}</span>}
    </span>
  )
}

export function DeviceBanned({ device }: { device: Pick<Device, 'banned' | 'bannedUntil'> }) {
  const { t } = useTranslation('users')
  if (!device.banned) return <StatusBadge tone="good">{t('options.state.normal')}</StatusBadge>
  return (
    <span className={classes['state']}>
      <StatusBadge tone="bad">{t('device.banned')}</StatusBadge>
      <span className={classes['until']}>
        {device.bannedUntil === null ? t('forGood') : <Ago at={device.bannedUntil} />}
      </span>
    </span>
  )
}
