// Where the money of a withdrawal comes from: who gave it, and the newest entries of the wallet. Loaded beside a case.
import { amountIn } from '@greenroom/contract/amounts'
import { userEntryList } from '@greenroom/contract/flow'
import { userSenders } from '@greenroom/contract/live'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { integer, share } from '../../format/number.ts'
import { Time } from '../../format/Time.tsx'
import { PersonLink } from '../../ui/PersonLink.tsx'
import { ShortTable } from '../../ui/ShortTable.tsx'
import { Tokens } from '../../ui/Tokens.tsx'
import { Cause, With } from './EntryCause.tsx'
import { Kind, Signed } from './LedgerEntry.tsx'
import classes from './withdrawal.module.css'

/** How many of the newest entries are shown. */
const newest = 20

type Shown = { title: string; all: ReactNode; state: { isPending: boolean; isError: boolean }; children: ReactNode }

function Box({ title, all, state, children }: Shown) {
  const { t } = useTranslation('list')
  return (
    <section className={classes['panel']} aria-label={title} aria-busy={state.isPending}>
      <h2 className={classes['panelHead']}>
        {title} <span className={classes['all']}>{all}</span>
      </h2>
      {state.isPending ? (
        <Skeleton h={120} />
      ) : state.isError ? (
        <p className={classes['dim']}>{t('states.failed')}</p>
      ) : (
        children
      )}
    </section>
  )
}

/** Who gave the user most in the last 30 days, and which part of all gifts that was. */
export function Senders({ userId }: { userId: number }) {
  const { t, i18n } = useTranslation(['finance', 'list'])
  const { data, ...state } = useQuery({
    queryKey: ['finance.withdraw', 'senders', userId],
    queryFn: ({ signal }) => call(userSenders, { userId }, { signal }),
  })
  return (
    <Box
      title={t('finance:withdraw.senders')}
      all={<Link to={`/live/gifts?receiverId=${userId}`}>{t('finance:withdraw.allGifts')}</Link>}
      state={state}
    >
      {data && data.senders.length === 0 && <p className={classes['dim']}>{t('finance:withdraw.noSenders')}</p>}
      {data && data.senders.length > 0 && (
        <div className={classes['senders']}>
          <ShortTable
            rows={data.senders}
            keyOf={({ person }) => person.userId}
            columns={[
              [t('finance:columns.user'), ({ person }) => <PersonLink person={person} />],
              [t('finance:withdraw.gifts'), ({ gifts }) => integer(gifts, i18n.language), 'end'],
              [t('finance:columns.tokens'), ({ tokens }) => <Tokens amount={tokens} />, 'end'],
              [
                t('finance:withdraw.share'),
                ({ tokens }) => share(data.tokens === 0 ? 0 : tokens / data.tokens, i18n.language),
                'end',
              ],
            ]}
          />
          <p className={classes['dim']}>
            {t('finance:withdraw.sendersOf', {
              count: data.people,
              people: integer(data.people, i18n.language),
              tokens: integer(data.tokens, i18n.language),
            })}
          </p>
        </div>
      )}
    </Box>
  )
}

/** The newest entries of the user's wallet, in words. */
export function NewestEntries({ userId }: { userId: number }) {
  const { t } = useTranslation(['finance', 'flow'])
  const { data, ...state } = useQuery({
    queryKey: ['finance.withdraw', 'entries', userId],
    queryFn: ({ signal }) => call(userEntryList, { userId, size: newest }, { signal }),
  })
  return (
    <Box
      title={t('finance:withdraw.wallet')}
      all={<Link to={`/user/detail/${userId}`}>{t('finance:withdraw.wholeWallet')}</Link>}
      state={state}
    >
      {data && data.records.length === 0 && <p className={classes['dim']}>{t('flow:person.empty')}</p>}
      {data && data.records.length > 0 && (
        <div className={classes['entries']}>
          <ShortTable
            rows={data.records}
            keyOf={({ entryId }) => entryId}
            columns={[
              [t('flow:columns.occurredAt'), ({ occurredAt }) => <Time at={occurredAt} brief />],
              [t('flow:columns.kind'), ({ kind }) => <Kind kind={kind} />],
              [t('flow:columns.cause'), (entry) => <Cause entry={entry} />],
              [t('flow:columns.with'), (entry) => <With entry={entry} />],
              [
                t('flow:columns.amount'),
                (entry) => <Signed amount={amountIn(entry)} currency={entry.currency} />,
                'end',
              ],
            ]}
          />
        </div>
      )}
    </Box>
  )
}
