// An enlarged tile: picture or stream, users, record, and links.
import { Button, Group, Kbd, Modal, Skeleton, Stack } from '@mantine/core'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Country } from '../../../format/Country.tsx'
import { machineLabel, reportReason } from '../../../format/codeNames.ts'
import { integer, percent } from '../../../format/number.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { isPressed, keyName } from '../../../session/shortcuts.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { scoreTone } from '../../../ui/stateColours.ts'
import { Rate } from '../Rate.tsx'
import { icons, keyOfVerb, namedIn, Picture, type Verb, verbs } from './MonitorTile.tsx'
import styles from './monitor.module.css'
import { Video } from './Video.tsx'
import type { Placed, Tile } from './wall.ts'

const History = loadable(() => import('./RoomHistory.tsx'))

type Props = {
  placed: Placed
  may: boolean
  /** Another dialog is above it. */
  covered: boolean
  onClose: () => void
  act: (verb: Verb, tile: Tile) => void
}

export function LargeView({ placed: { tile, ended }, may, covered, onClose, act }: Props) {
  const { t } = useTranslation(['live', 'common'])
  const [failed, setFailed] = useState('')
  const onKeyDown = (event: KeyboardEvent) => {
    const verb = verbs.find((one) => isPressed(keyOfVerb[one], event.nativeEvent))
    if (!verb || !may || ended) return
    event.preventDefault()
    act(verb, tile)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={namedIn(tile)}
      size="min(1100px, 94vw)"
      closeOnEscape={!covered}
      trapFocus={!covered}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onKeyDown={onKeyDown}
      transitionProps={{ duration: 0 }}
    >
      <div className={styles['large']}>
        <div className={styles['largePicture']}>
          {tile.hlsUrl !== '' && !ended && failed !== tile.hlsUrl ? (
            <Video src={tile.hlsUrl} failed={() => setFailed(tile.hlsUrl)} />
          ) : (
            <Picture url={tile.snapshotUrl || tile.coverUrl} />
          )}
        </div>
        <Stack gap="md" miw={0}>
          {may && !ended && (
            <Group gap="xs">
              {verbs.map((verb) => {
                const Icon = icons[verb]
                return (
                  <Button
                    key={verb}
                    {...(verb === 'warn' ? { variant: 'default' } : { variant: 'light', color: 'red' })}
                    leftSection={<Icon size={15} aria-hidden />}
                    rightSection={<Kbd size="xs">{keyName(keyOfVerb[verb])}</Kbd>}
                    onClick={() => act(verb, tile)}
                  >
                    {t(`monitor.verbs.${verb}`)}
                  </Button>
                )
              })}
            </Group>
          )}
          <What tile={tile} ended={ended} />
          <Reports tile={tile} />
          <Suspense fallback={<Skeleton h={160} />}>
            <History tile={tile} />
          </Suspense>
          <Records tile={tile} />
        </Stack>
      </div>
    </Modal>
  )
}

function What({ tile, ended }: { tile: Tile; ended: boolean }) {
  const { t, i18n } = useTranslation('live')
  return (
    <Facts
      of={[
        ...tile.users.map(
          (user, at) =>
            [
              t(tile.kind === 'live' ? 'columns.broadcaster' : at === 0 ? 'columns.caller' : 'columns.callee'),
              <Group key={user.userId} gap="xs">
                <PersonLink person={user} />
                <Country code={user.country} />
              </Group>,
            ] as const,
        ),
        ...(tile.kind === 'live'
          ? ([
              [
                t('columns.title'),
                <span key="title" dir="auto">
                  {tile.title}
                </span>,
              ],
            ] as const)
          : []),
        [
          t('columns.state'),
          ended ? (
            <StatusBadge tone="neutral">{t('monitor.ended')}</StatusBadge>
          ) : (
            <StatusBadge tone="good">{t(tile.kind === 'live' ? 'monitor.onAir' : 'monitor.call')}</StatusBadge>
          ),
        ],
        [t('columns.startedAt'), <Time key="at" at={tile.startedAt} />],
        ...(tile.kind === 'live' ? ([[t('monitor.watching'), integer(tile.viewers, i18n.language)]] as const) : []),
        [t('columns.rate'), <Rate key="rate" tokens={tile.rate} />],
        [
          t('monitor.riskOf'),
          <Group key="risk" gap={6}>
            <span className={styles['risk']} data-tone={scoreTone(tile.riskScore)}>
              {percent(Math.round(tile.riskScore * 100) * 100, i18n.language)}
            </span>
            {tile.labels.map((label) => (
              <Tag key={label}>{machineLabel(label)}</Tag>
            ))}
          </Group>,
        ],
        [
          t('monitor.warnings'),
          tile.warnedAt === null ? (
            '0'
          ) : (
            <span>
              {integer(tile.warnings, i18n.language)} · <Ago at={tile.warnedAt} />
            </span>
          ),
        ],
      ]}
    />
  )
}

function Reports({ tile }: { tile: Tile }) {
  const { t } = useTranslation('live')
  if (tile.reportCount === 0) return null
  return (
    <section>
      <h3 className={styles['heading']}>{t('monitor.reports', { count: tile.reportCount })}</h3>
      <ul className={styles['reportList']}>
        {tile.reports.map((report) => (
          <li key={report.reportId}>
            <b dir="auto">{reportReason(report.reason)}</b> <span dir="auto">{report.text}</span>{' '}
            <Ago at={report.reportedAt} />
          </li>
        ))}
      </ul>
      {tile.reportCount > tile.reports.length && (
        <p className={styles['more']}>{t('monitor.moreReports', { count: tile.reportCount - tile.reports.length })}</p>
      )}
    </section>
  )
}

/** Links to its records, for accounts with access. */
function Records({ tile }: { tile: Tile }) {
  const { t } = useTranslation('live')
  const { may } = useSession()
  const [field, id] = tile.kind === 'live' ? ['liveId', tile.id] : ['callId', tile.id]
  const query = `?${field}=${encodeURIComponent(id)}`
  const places = [
    tile.kind === 'live'
      ? ({ menu: 'live.records', to: `/live/records${query}`, place: 'record' } as const)
      : ({ menu: 'live.calls', to: `/live/calls${query}`, place: 'record' } as const),
    { menu: 'live.gifts', to: `/live/gifts${query}`, place: 'gifts' } as const,
    {
      menu: 'live.forbidden',
      to: `/live/forbidden?userId=${tile.users.at(-1)?.userId ?? ''}`,
      place: 'forbidden',
    } as const,
  ].filter(({ menu }) => may(menu, 'read'))
  if (places.length === 0) return null
  return (
    <Group gap="md">
      {places.map(({ to, place }) => (
        <Link key={to} to={to}>
          {t(`monitor.places.${place}`)}
        </Link>
      ))}
    </Group>
  )
}
