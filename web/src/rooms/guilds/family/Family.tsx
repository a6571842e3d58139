// A family: the guild and its sub-agencies, each with this and last week; the family's total comes first.
import type { Answer } from '@greenroom/contract/call'
import { guildFamily } from '@greenroom/contract/guilds'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { lead } from '../../../ui/labels.ts'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { GuildState, Rate } from '../guild/GuildState.tsx'
import classes from './family.module.css'

type Shown = Answer<typeof guildFamily>
type Week = Shown['total']['thisWeek']

/** @param guildId by default the account's own guild. */
export function Family({ guildId }: { guildId?: number }) {
  const query = useQuery({
    queryKey: ['guilds.family', 'guildFamily', guildId],
    queryFn: ({ signal }) => call(guildFamily, guildId === undefined ? {} : { guildId }, { signal }),
  })
  if (query.isLoading) return <Skeleton h={280} radius="md" />
  if (!query.data)
    return (
      <div className={classes['nothing']}>
        <Failure error={query.error} again={() => void query.refetch()} />
      </div>
    )
  return <Tree family={query.data} />
}

function Tree({ family }: { family: Shown }) {
  const { t } = useTranslation('guilds')
  const { total, guild, subAgencies, parent } = family
  return (
    <div className={classes['family']}>
      {parent && (
        <p className={classes['parent']}>
          {lead(t('page.below'))}
          <bdi>{parent.name}</bdi>
        </p>
      )}
      {subAgencies.length > 0 && (
        <Card title={t('family.all')} members={total.members} weeks={family} of={total} total />
      )}
      <GuildCard guild={guild} weeks={family} />
      {subAgencies.map((one) => (
        <GuildCard key={one.guildId} guild={one} weeks={family} below />
      ))}
      {subAgencies.length === 0 && parent === null && <p className={classes['parent']}>{t('family.noSubs')}</p>}
    </div>
  )
}

type Weeks = Pick<Shown, 'thisWeek' | 'lastWeek'>

function GuildCard({ guild, weeks, below }: { guild: Shown['guild']; weeks: Weeks; below?: true }) {
  return (
    <Card title={<GuildLink guild={guild} />} members={guild.members} weeks={weeks} of={guild}>
      <GuildState state={guild.state} />
      <PersonChip person={guild.leader} />
      {below && <Rate bp={guild.agreedRateBp} />}
    </Card>
  )
}

type CardProps = {
  title: ReactNode
  members: number
  weeks: Weeks
  of: { thisWeek: Week; lastWeek: Week }
  /** Totals of all guilds. */
  total?: true
  children?: ReactNode
}

function Card({ title, members, weeks, of, total, children }: CardProps) {
  const { t } = useTranslation('guilds')
  const rows: [string, (week: Week) => ReactNode][] = [
    [t('family.points'), (week) => <Amount value={week.points} unit="bonus" />],
    [t('family.base'), (week) => <Amount value={week.baseCents} unit="usd" />],
    [t('family.level'), (week) => week.level],
    [t('family.joined'), (week) => week.joined],
    [t('family.lost'), (week) => week.lost],
    ...(of.thisWeek.payableCents !== null || of.lastWeek.payableCents !== null
      ? [
          [
            t('family.payable'),
            (week: Week) => (week.payableCents === null ? '–' : <Amount value={week.payableCents} unit="usd" />),
          ] satisfies [string, (week: Week) => ReactNode],
        ]
      : []),
  ]
  return (
    <section className={classes['card']} data-whole={total}>
      <h2>{title}</h2>
      <div className={classes['about']}>
        <span>
          {t('columns.members')}: <Amount value={members} unit="number" />
        </span>
        {children}
      </div>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col" title={weeks.thisWeek}>
              {t('family.thisWeek')}
            </th>
            <th scope="col" title={weeks.lastWeek}>
              {t('family.lastWeek')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{cell(of.thisWeek)}</td>
              <td>{cell(of.lastWeek)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
