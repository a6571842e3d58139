// One tile of the monitor.
import { isolated } from '@greenroom/contract/isolated'
import { type Named, nameOf } from '@greenroom/contract/sentences/words'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconFlag, IconPlayerStop } from '@tabler/icons-react'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { machineLabel } from '../../../format/codeNames.ts'
import { countryName } from '../../../format/country.ts'
import { listed } from '../../../format/listed.ts'
import { integer, percent } from '../../../format/number.ts'
import { fileUrl } from '../../../session/cookies.ts'
import type { KeyName } from '../../../session/keys.ts'
import { keyName } from '../../../session/shortcuts.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { scoreTone } from '../../../ui/stateColours.ts'
import { Face } from '../../../ui/values/UserChip.tsx'
import styles from './monitor.module.css'
import { Video } from './Video.tsx'
import type { Tile } from './wall.ts'

// The newest snapshot; the next one is placed over it once loaded, to avoid flicker.

/** Of two pictures, the lower one is the previous. */
export function Picture({ url }: { url: string }) {
  const [shown, setShown] = useState<{ now: string; before: string }>({ now: '', before: '' })
  useEffect(() => {
    if (url === '' || url === shown.now) return
    let over = false
    const image = new Image()
    image.src = fileUrl(url)
    // If loading fails, the previous one stays.
    image.decode().then(
      () => !over && setShown(({ now }) => ({ now: url, before: now })),
      () => {},
    )
    return () => {
      over = true
    }
  }, [url, shown.now])
  return (
    <span className={styles['pictures']} aria-hidden>
      {shown.before && <img key={shown.before} src={fileUrl(shown.before)} alt="" />}
      {shown.now && <img key={shown.now} src={fileUrl(shown.now)} alt="" data-newest />}
    </span>
  )
}

export const verbs = ['warn', 'stop', 'forbid'] as const
export type Verb = (typeof verbs)[number]
export const icons = { warn: IconAlertTriangle, stop: IconPlayerStop, forbid: IconBan }

/** The broadcaster, or both users of a call. */
export const peopleIn = ({ users }: Tile): Named[] => users.map(({ userId: id, nickname }) => ({ id, nickname }))

/** Their nicknames and ids, for a title. */
export const namedIn = (tile: Tile): string => peopleIn(tile).map(nameOf).join(' ↔ ')

/** The keys of the actions, the same on tiles and in the large view. */
export const keyOfVerb = { warn: 'warn', stop: 'end', forbid: 'ban' } as const satisfies Record<Verb, KeyName>

/** Their nicknames. */
export const namesOf = ({ users }: Tile) => {
  return users.map(({ nickname, userId }) => isolated(nickname || String(userId))).join(' ↔ ')
}

type Props = {
  tile: Tile
  ended: boolean
  current: boolean
  plays: boolean
  /** Minutes since the start. */
  minutes: number
  may: boolean
  point: (tile: Tile) => void
  open: (tile: Tile) => void
  act: (verb: Verb, tile: Tile) => void
}

/** The tile's content as text, for screen readers. */
function useName(tile: Tile, ended: boolean): string {
  const { t, i18n } = useTranslation('live')
  const countries = [...new Set(tile.users.map(({ country }) => country).filter(Boolean))]
  const parts = [
    namesOf(tile),
    ...(ended ? [t('monitor.ended')] : []),
    ...countries.map((code) => countryName(code, i18n.language)),
    isolated(tile.title),
    t('monitor.risk', { risk: percent(Math.round(tile.riskScore * 100) * 100, i18n.language) }),
    ...(tile.kind === 'live' ? [t('monitor.viewers', { count: tile.viewers })] : [t('monitor.call')]),
    ...(tile.reportCount > 0 ? [t('monitor.reports', { count: tile.reportCount })] : []),
    ...(tile.warnings > 0 ? [t('monitor.warned', { count: tile.warnings })] : []),
  ]
  return listed(parts.filter(Boolean), i18n.language)
}

export const WallTile = memo(function WallTile(props: Props) {
  const { tile, ended, current, plays, may, point, open, act } = props
  const { t } = useTranslation('live')
  const [failed, setFailed] = useState('')
  const streams = plays && !ended && failed !== tile.hlsUrl
  return (
    <article
      className={styles['tile']}
      tabIndex={current ? 0 : -1}
      aria-label={useName(tile, ended)}
      data-current={current || undefined}
      data-ended={ended || undefined}
      data-tone={scoreTone(tile.riskScore)}
      data-id={tile.id}
      onFocus={() => point(tile)}
      onPointerEnter={() => point(tile)}
    >
      <button
        type="button"
        className={styles['picture']}
        tabIndex={-1}
        aria-label={t('monitor.open')}
        onClick={() => open(tile)}
      >
        {streams ? (
          <Video src={tile.hlsUrl} failed={() => setFailed(tile.hlsUrl)} />
        ) : (
          <Picture url={tile.snapshotUrl || tile.coverUrl} />
        )}
      </button>
      {/* The app reports one picture of a call: the two are seen beside it. */}
      {tile.kind === 'call' && (
        <span className={styles['faces']}>
          {tile.users.map(({ userId, nickname, avatarUrl }) => (
            <Face key={userId} name={nickname || String(userId)} picture={avatarUrl} size={30} />
          ))}
        </span>
      )}
      <Words {...props} />
      {may && !ended && (
        <span className={styles['verbs']}>
          {verbs.map((verb) => {
            const Icon = icons[verb]
            return (
              <ActionIcon
                key={verb}
                size={24}
                tabIndex={current ? 0 : -1}
                aria-label={t(`monitor.verbs.${verb}`)}
                title={`${t(`monitor.verbs.${verb}`)} (${keyName(keyOfVerb[verb])})`}
                onClick={() => act(verb, tile)}
              >
                <Icon size={15} aria-hidden />
              </ActionIcon>
            )
          })}
        </span>
      )}
    </article>
  )
})

function Words({ tile, ended, current, minutes, open }: Props) {
  const { t, i18n } = useTranslation('live')
  const countries = [...new Set(tile.users.map(({ country }) => country).filter(Boolean))]
  return (
    <div className={styles['words']}>
      <p className={styles['who']} title={namesOf(tile)}>
        <bdi>{namesOf(tile)}</bdi>
      </p>
      <p className={styles['marks']}>
        {ended ? (
          <StatusBadge tone="neutral">{t('monitor.ended')}</StatusBadge>
        ) : (
          <span className={styles['risk']} data-tone={scoreTone(tile.riskScore)}>
            {t('monitor.risk', { risk: percent(Math.round(tile.riskScore * 100) * 100, i18n.language) })}
          </span>
        )}
        {tile.labels.slice(0, 3).map((label) => (
          <Tag key={label}>{machineLabel(label)}</Tag>
        ))}
        {tile.warnings > 0 && <Tag tone="waiting">{t('monitor.warned', { count: tile.warnings })}</Tag>}
        {tile.reportCount > 0 && (
          <button type="button" className={styles['reports']} tabIndex={current ? 0 : -1} onClick={() => open(tile)}>
            <IconFlag size={12} aria-hidden />
            {t('monitor.reports', { count: tile.reportCount })}
          </button>
        )}
      </p>
      {tile.title && (
        <p className={styles['about']} title={tile.title}>
          <bdi>{tile.title}</bdi>
        </p>
      )}
      <p className={styles['about']}>{countries.map((code) => countryName(code, i18n.language)).join(' · ')}</p>
      <p className={styles['numbers']}>
        {tile.kind === 'live' ? (
          <span>{t('monitor.viewers', { count: tile.viewers })}</span>
        ) : (
          <span>{t('monitor.call')}</span>
        )}
        <span>{t('monitor.minutes', { count: minutes })}</span>
        <span>{tile.rate === 0 ? t('free') : t('monitor.rate', { tokens: integer(tile.rate, i18n.language) })}</span>
      </p>
    </div>
  )
}
