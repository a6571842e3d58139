// An anchor's payslip: one printable page, so that anchors can check their guild's calculation.
import type { Answer } from '@greenroom/contract/call'
import { isolated } from '@greenroom/contract/isolated'
import { settlementSlip } from '@greenroom/contract/settlement'
import { Button, Group, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { inUnit } from '../../../format/number.ts'
import { useTitle } from '../../../session/titles.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { NoSettlement, SettlementState, settlementPath, Week } from './SettlementState.tsx'
import classes from './settlement.module.css'

const ShareButton = loadable(() => import('../../../ui/share/ShareButton.tsx'), 'ShareButton')

type Payslip = Answer<typeof settlementSlip>

export function SlipPage({ settlementId, userId }: { settlementId: number; userId: number }) {
  const { t } = useTranslation('guilds')
  const query = useQuery({
    queryKey: ['guilds.settleAccounts', 'settlementSlip', settlementId, userId],
    queryFn: ({ signal }) => call(settlementSlip, { settlementId, userId }, { signal }),
  })
  if (query.isLoading) return <Skeleton h={400} aria-busy />
  if (!query.data) return <NoSettlement error={query.error} again={() => void query.refetch()} />
  return (
    <article className={classes['slip']}>
      <Group className={classes['noPrint']} gap={8}>
        <Button
          component={Link}
          to={settlementPath(settlementId)}
          variant="default"
          mih={44}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('settlement.back')}
        </Button>
        <Button mih={44} leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('settlement.print')}
        </Button>
        <Suspense fallback={null}>
          <ShareButton card={async () => (await import('./slipCard.ts')).slipCard(query.data)} />
        </Suspense>
      </Group>
      <Shown slip={query.data} />
    </article>
  )
}

const PersonName = ({ user }: { user: Payslip['user'] }) => (
  <span>
    <bdi>{user.nickname}</bdi> <bdi dir="ltr">({user.userId})</bdi>
  </span>
)

function Shown({ slip }: { slip: Payslip }) {
  const { t } = useTranslation('guilds')
  const { settlement, user } = slip
  const title = t('settlement.slipOf', { name: isolated(user.nickname), week: settlement.week })
  useTitle(useLocation().pathname, title, '')
  return (
    <>
      <h1>{title}</h1>
      <Facts
        of={[
          [t('columns.guild'), <bdi key="guild">{`${settlement.guild.name} (${settlement.guild.guildId})`}</bdi>],
          [t('columns.anchor'), <PersonName key="anchor" user={user} />],
          [t('columns.week'), <Week key="week" of={settlement.week} />],
          [t('columns.settlementState'), <SettlementState key="state" state={settlement.state} />],
          [t('columns.method'), <Labelled key="method" by={`guilds:options.method.${settlement.method}`} />],
          [t('columns.bonus'), <Amount key="bonus" value={slip.bonus} unit="bonus" />],
          [t('columns.salary'), <Amount key="salary" value={slip.salaryCents} unit="usd" />],
          [t('columns.deductions'), <Amount key="deductions" value={slip.deductionCents} unit="usd" />],
        ]}
      />
      <h2>{t('settlement.lines')}</h2>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th>{t('columns.lineKind')}</th>
            <th>{t('columns.bonus')}</th>
            <th>{t('columns.validDays')}</th>
            <th>{t('columns.salary')}</th>
            <th>{t('columns.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {slip.lines.map((line) => (
            <tr key={line.line}>
              <td>
                <Labelled by={`guilds:options.lineKind.${line.kind}`} /> {line.ofWeek}
                {line.deduction && <bdi> {line.deduction.reason}</bdi>}
                {line.held && ` (${t('settlement.held')})`}
              </td>
              <td>
                <Amount value={line.bonus} unit="bonus" />
              </td>
              <td>{line.validDays}</td>
              <td>
                <Amount value={line.salaryCents} unit="usd" />
              </td>
              <td>
                <Amount value={line.amountCents + line.anchorCents} unit="usd" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{t('settlement.days')}</h2>
      <Days of={slip.days} />
      <p className={classes['dim']}>
        {t(settlement.method === 'guild pickup' ? 'settlement.paidByGuild' : 'settlement.paidByPlatform')}
      </p>
    </>
  )
}

function Days({ of }: { of: Payslip['days'] }) {
  const { t, i18n } = useTranslation('guilds')
  const minutes = (seconds: number) => inUnit(Math.floor(seconds / 60), 'minute', i18n.language)
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th>{t('columns.day')}</th>
          <th>{t('columns.live')}</th>
          <th>{t('columns.calls')}</th>
          <th>{t('columns.bonus')}</th>
          <th>{t('columns.valid')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map((day) => (
          <tr key={day.day}>
            <td>
              <bdi dir="ltr">{day.day}</bdi>
            </td>
            <td>{minutes(day.liveSeconds)}</td>
            <td>{minutes(day.callSeconds)}</td>
            <td>
              <Amount value={day.bonus} unit="bonus" />
            </td>
            <td>{t(day.valid ? 'settlement.validDay' : 'settlement.notValid')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
