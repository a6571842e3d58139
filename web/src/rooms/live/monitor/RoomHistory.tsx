// What happened in a room, and to its people before: audience, gifts, warnings and broadcast bans, as far as the account may see them.
import { liveCallInfo, liveGiftList, liveRecordInfo } from '@greenroom/contract/live'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { wallReason } from '../../../format/codeNames.ts'
import { integer } from '../../../format/number.ts'
import { Ago } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'
import { GiftName } from '../../../ui/values/GiftName.tsx'
import { Length } from '../forbidden/ForbidState.tsx'
import styles from './monitor.module.css'
import type { Tile } from './wall.ts'

/** Rows of each part; the links below lead to all. */
const most = 6

/** Read again while it is shown, in milliseconds. */
const refetchInterval = 15_000

type Part = { title: string; none: string; rows: readonly { id: string; row: ReactNode }[] | undefined }

function Part({ title, none, rows }: Part) {
  return (
    <section aria-busy={rows === undefined}>
      <h3 className={styles['heading']}>{title}</h3>
      {rows === undefined ? (
        <Skeleton h={60} />
      ) : rows.length === 0 ? (
        <p className={styles['more']}>{none}</p>
      ) : (
        <ul className={styles['reportList']}>
          {rows.slice(0, most).map(({ id, row }) => (
            <li key={id}>{row}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

export default function History({ tile }: { tile: Tile }) {
  const { may } = useSession()
  const { t, i18n } = useTranslation('live')
  const isLive = tile.kind === 'live'
  const seesRecord = may(isLive ? 'live.records' : 'live.calls', 'read')
  const seesGifts = may('live.gifts', 'read')
  const record = useQuery({
    queryKey: ['live.monitor', 'record', tile.kind, tile.id],
    queryFn: async ({ signal }) => {
      if (!isLive)
        return { ...(await call(liveCallInfo, { callId: tile.id }, { signal })), forbids: [], audience: null }
      const found = await call(liveRecordInfo, { liveId: tile.id }, { signal })
      return { ...found, audience: { peak: found.peakViewers, views: found.views } }
    },
    enabled: seesRecord,
    refetchInterval,
  })
  const gifts = useQuery({
    queryKey: ['live.monitor', 'gifts', tile.kind, tile.id],
    queryFn: ({ signal }) =>
      call(liveGiftList, { ...(isLive ? { liveId: [tile.id] } : { callId: [tile.id] }), size: most }, { signal }),
    enabled: seesGifts,
    refetchInterval,
  })
  if (!seesRecord && !seesGifts) return null
  const { audience } = record.data ?? {}
  return (
    <>
      {record.data && (
        <Facts
          of={[
            ...(audience
              ? ([
                  [t('columns.peakViewers'), integer(audience.peak, i18n.language)],
                  [t('columns.views'), integer(audience.views, i18n.language)],
                ] as const)
              : []),
            [t('columns.giftTokens'), <Tokens key="gifts" amount={record.data.giftTokens} />],
          ]}
        />
      )}
      <div className={styles['history']}>
        {seesGifts && !gifts.isError && (
          <Part
            title={t('monitor.newestGifts')}
            none={t('monitor.noGifts')}
            rows={gifts.data?.records.map((gift) => ({
              id: gift.giftEventId,
              row: (
                <>
                  <PersonLink person={gift.sender} brief /> <GiftName of={gift} /> ×{integer(gift.count, i18n.language)}{' '}
                  · <Tokens amount={gift.tokens} /> · <Ago at={gift.at} />
                </>
              ),
            }))}
          />
        )}
        {seesRecord && !record.isError && (
          <Part
            title={t('monitor.earlierWarnings')}
            none={t('monitor.noWarnings')}
            rows={record.data?.warnings.map((one) => ({
              id: one.warningId,
              row: (
                <>
                  <b dir="auto">{wallReason(one.reason)}</b> · <bdi>{one.by}</bdi> · <Ago at={one.at} />
                </>
              ),
            }))}
          />
        )}
        {seesRecord && isLive && !record.isError && (
          <Part
            title={t('monitor.earlierBans')}
            none={t('monitor.noBans')}
            rows={record.data?.forbids.map((one) => ({
              id: one.forbidId,
              row: (
                <>
                  <b dir="auto">{wallReason(one.reason)}</b> · <Length hours={one.hours} /> · <Ago at={one.at} />
                </>
              ),
            }))}
          />
        )}
      </div>
    </>
  )
}
