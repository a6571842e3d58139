// What a leader disputes: the week's lines to tick, each with its amount, and the days of an anchor with what was counted of them.
import { settlementLineList, settlementSlip } from '@greenroom/contract/settlement'
import { Alert, Button, Checkbox, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { explain } from '../../../session/messages.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { DayFacts } from './DayFacts.tsx'
import type { DisputeInput } from './disputeInputs.ts'
import type { Settlement, SettlementLine } from './SettlementState.tsx'
import classes from './settlement.module.css'

type Chosen = Pick<DisputeInput, 'lines' | 'days'>
type Props = { of: Settlement; value: Chosen; change: (chosen: Chosen) => void; error: ReactNode }

const size = 100
const isHers = (day: string, userId: number) => day.startsWith(`${userId} `)
const without = <T,>(all: readonly T[], gone: (one: T) => boolean) => all.filter((one) => !gone(one))

/** Ticking a day ticks its anchor's line; a line that is no longer ticked has no days. */
export function DisputedLines({ of: { settlementId, sumVersion }, value, change, error }: Props) {
  const { t } = useTranslation(['guilds', 'list'])
  const query = useInfiniteQuery({
    queryKey: ['guilds.settleAccounts', 'settlementLineList', settlementId, sumVersion, 'dispute'],
    queryFn: ({ pageParam, signal }) =>
      call(settlementLineList, { settlementId, sumVersion, size, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
  const lines = query.data?.pages.flatMap(({ records }) => records) ?? []
  const turnLine = ({ line, user }: SettlementLine, on: boolean) =>
    change({
      lines: on ? [...value.lines, line] : without(value.lines, (one) => one === line),
      days: on || !user ? value.days : without(value.days, (one) => isHers(one, user.userId)),
    })
  const turnDay = ({ line }: SettlementLine, day: string, on: boolean) =>
    change({
      lines: on && !value.lines.includes(line) ? [...value.lines, line] : value.lines,
      days: on ? [...value.days, day] : without(value.days, (one) => one === day),
    })
  return (
    <fieldset className={classes['disputed']} aria-invalid={Boolean(error)}>
      <legend>{t('settlement.whatDisputed')}</legend>
      <p className={classes['dim']}>{t('settlement.whatDisputedHint')}</p>
      {error && (
        <p className={classes['fault']} role="alert">
          {t('settlement.chooseLines')}
        </p>
      )}
      {query.isPending && <Skeleton h={120} aria-busy />}
      {query.error && <Alert color="red">{explain(query.error)?.text}</Alert>}
      {query.isSuccess && lines.length === 0 && <p className={classes['dim']}>{t('settlement.noLines')}</p>}
      <ul>
        {lines.map((line) => (
          <Line
            key={line.line}
            of={line}
            settlementId={settlementId}
            isOn={value.lines.includes(line.line)}
            days={value.days}
            turn={(on) => turnLine(line, on)}
            turnDay={(day, on) => turnDay(line, day, on)}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('list:states.more')}
        </Button>
      )}
    </fieldset>
  )
}

type LineProps = {
  of: SettlementLine
  settlementId: number
  isOn: boolean
  days: readonly string[]
  turn: (on: boolean) => void
  turnDay: (day: string, on: boolean) => void
}

function Line({ of: line, settlementId, isOn, days, turn, turnDay }: LineProps) {
  const { t } = useTranslation('guilds')
  const [isOpen, setOpen] = useState(false)
  const { user } = line
  return (
    <li>
      <Checkbox
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
        label={
          <span className={classes['ticked']}>
            <span>
              <Labelled by={`guilds:options.lineKind.${line.kind}`} />{' '}
              {user ? <bdi>{user.nickname || user.userId}</bdi> : line.guild && <bdi>{line.guild.name}</bdi>}
              {line.deduction && <bdi> {line.deduction.reason}</bdi>}
            </span>
            <strong>
              <Amount value={line.amountCents + line.anchorCents} unit="usd" />
            </strong>
          </span>
        }
      />
      {user && line.kind === 'anchor' && (
        <>
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('settlement.days')}
          </Button>
          {isOpen && <Days settlementId={settlementId} userId={user.userId} days={days} turn={turnDay} />}
        </>
      )}
    </li>
  )
}

type DaysProps = {
  settlementId: number
  userId: number
  days: readonly string[]
  turn: (day: string, on: boolean) => void
}

function Days({ settlementId, userId, days, turn }: DaysProps) {
  const { t } = useTranslation('guilds')
  const query = useQuery({
    queryKey: ['guilds.settleAccounts', 'settlementSlip', settlementId, userId],
    queryFn: ({ signal }) => call(settlementSlip, { settlementId, userId }, { signal }),
  })
  if (query.isPending) return <Skeleton h={80} aria-busy />
  if (query.error) return <Alert color="red">{explain(query.error)?.text}</Alert>
  const counted = new Map(query.data.days.map((day) => [day.day, day]))
  // Also the days of which nothing was counted: those are what is disputed most.
  return (
    <ul>
      {weekOf(query.data.settlement.week).map((day) => {
        const found = counted.get(day)
        const ticked = `${userId} ${day}`
        return (
          <li key={day}>
            <Checkbox
              checked={days.includes(ticked)}
              onChange={(event) => turn(ticked, event.currentTarget.checked)}
              label={
                <span className={classes['ticked']}>
                  <bdi dir="ltr">{day}</bdi>
                  {found ? (
                    <DayFacts of={found} valid={found.valid} />
                  ) : (
                    <span className={classes['dim']}>{t('settlement.nothingCounted')}</span>
                  )}
                </span>
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The seven days of a week, by its Monday. */
const weekOf = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, day) => new Date(Date.parse(monday) + day * 86_400_000).toISOString().slice(0, 10))
