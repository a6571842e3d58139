// /sociatyManage/settleAccountsDetail/:id: every step of a week's calculation, its lines, versions and disputes; with `anchor`, that
// anchor's payslip.
import type { Answer } from '@greenroom/contract/call'
import { settlementInfo, settlementLineList } from '@greenroom/contract/settlement'
import { settlementLineKinds } from '@greenroom/contract/statesAndKinds'
import { Alert, Anchor, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { ActionKeys } from '../../../actions/ActionKeys.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { ActionHost, useRunAction } from '../../../actions/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { dateTime } from '../../../format/time.ts'
import { actionLabel } from '../../../i18n/actionLabel.ts'
import { ListProvider } from '../../../list/currentList.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { useTitle } from '../../../session/titles.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { lead, leadOf, useLabels } from '../../../ui/labels.ts'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { Rate } from '../guild/GuildState.tsx'
import { Course, Disputes, Versions } from './PastVersions.tsx'
import {
  NoSettlement,
  type Settlement,
  type SettlementLine,
  SettlementState,
  settlementPath,
  Week,
} from './SettlementState.tsx'
import { Steps } from './SettlementSteps.tsx'
import { SlipPage } from './Slip.tsx'
import classes from './settlement.module.css'
import { settlementActions } from './settlementActions.ts'

// The lines of a settlement's version, one for each anchor, with links to payslips.
const filters = filtersOf({ lineKind: oneOf(settlementLineKinds, { as: 'kind' }) })

/** The subject of a line. */
function Subject({ of: line }: { of: SettlementLine }) {
  if (line.user) return <PersonChip person={line.user} />
  if (line.guild) return <bdi>{`${line.guild.name} (${line.guild.guildId})`}</bdi>
  return '–'
}

function Notes({ of: line }: { of: SettlementLine }) {
  const { t } = useTranslation('guilds')
  return (
    <>
      {line.ofWeek !== null && (
        <div>
          {t('settlement.ofWeek')} <Week of={line.ofWeek} />
        </div>
      )}
      {line.deduction && (
        <div>
          {leadOf(t(`options.deductionKind.${line.deduction.kind}`))}
          <bdi>{line.deduction.reason}</bdi>
        </div>
      )}
      {line.rateBp !== null && line.subRateBp !== null && (
        <div>
          <Rate bp={line.rateBp} /> − <Rate bp={line.subRateBp} />
        </div>
      )}
      {line.held && <div>{t('settlement.held')}</div>}
    </>
  )
}

const columns: PanelColumn<SettlementLine>[] = [
  { id: 'line', cell: (line) => line.line, align: 'end' },
  { id: 'lineKind', cell: (line) => <Labelled by={`guilds:options.lineKind.${line.kind}`} /> },
  { id: 'subject', cell: (line) => <Subject of={line} />, first: true },
  { id: 'bonus', cell: (line) => <Amount value={line.bonus} unit="bonus" />, align: 'end' },
  { id: 'baseUsd', cell: (line) => <Amount value={line.baseMicros} unit="usdFloor" />, align: 'end' },
  { id: 'validDays', cell: (line) => line.validDays, align: 'end' },
  { id: 'salary', cell: (line) => <Amount value={line.salaryCents} unit="usd" />, align: 'end' },
  { id: 'amount', cell: (line) => <Amount value={line.amountCents} unit="usd" />, align: 'end', first: true },
  { id: 'toAnchor', cell: (line) => <Amount value={line.anchorCents} unit="usd" />, align: 'end' },
  { id: 'notes', cell: (line) => <Notes of={line} />, wraps: true },
]

function Lines({ settlementId, sumVersion }: { settlementId: number; sumVersion: number }) {
  const { t } = useTranslation('guilds')
  return (
    <Panel
      call={settlementLineList}
      owner={{ settlementId, sumVersion }}
      room="guilds"
      title={t('settlement.lines')}
      columns={columns}
      filters={filters}
      rowKey={(line) => String(line.line)}
      empty={t('settlement.noLines')}
      end={(line) =>
        line.user && (
          <Anchor component={Link} to={settlementPath(settlementId, line.user.userId)} inherit>
            {t('settlement.slip')}
          </Anchor>
        )
      }
    />
  )
}

const noFilters = {}
const numberOf = (text: string | null | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

export default function SettlementPage() {
  const settlementId = numberOf(useParams()['id']) ?? 0
  const [address] = useSearchParams()
  const anchor = numberOf(address.get('anchor'))
  if (anchor !== undefined) return <SlipPage settlementId={settlementId} userId={anchor} />
  return <Detail settlementId={settlementId} sumVersion={numberOf(address.get('version'))} />
}

function Detail({ settlementId, sumVersion }: { settlementId: number; sumVersion: number | undefined }) {
  const query = useQuery({
    queryKey: ['guilds.settleAccounts', 'settlementInfo', settlementId, sumVersion],
    queryFn: ({ signal }) =>
      call(settlementInfo, { settlementId, ...(sumVersion !== undefined && { sumVersion }) }, { signal }),
    enabled: settlementId > 0,
  })
  // A list of one: the same actions as in the list.
  const list = useCompleteList({
    call: settlementInfo,
    query,
    filters: noFilters,
    rows: ({ settlement }) => [settlement],
    rowId: (row) => row.settlementId,
    name: (row) => `${row.guild.name} ${row.week}`,
  })
  useEffect(() => list.selection.setActive(settlementId), [list.selection, settlementId])
  if (query.isLoading) return <Skeleton h={400} aria-busy />
  if (!query.data) return <NoSettlement error={query.error} again={() => void query.refetch()} />
  return (
    <ListProvider value={list}>
      <ActionHost>
        <Shown info={query.data} />
      </ActionHost>
    </ListProvider>
  )
}

function Shown({ info }: { info: Answer<typeof settlementInfo> }) {
  const { t } = useTranslation('guilds')
  const {
    user: { unionId },
    shownZone,
  } = useSession()
  const { settlement } = info
  useTitle(useLocation().pathname, `${settlement.guild.name} ${settlement.week}`)
  return (
    <article className={classes['page']}>
      <Head settlement={settlement} />
      <ActionKeys actions={settlementActions(unionId === null)} />
      {settlement.state === 'draft' && settlement.confirmBy !== null && (
        <Alert p="xs" icon={<IconHourglass size={16} aria-hidden />}>
          {t('settlement.confirmsItself', { at: dateTime(settlement.confirmBy, shownZone) })}
        </Alert>
      )}
      {settlement.parkedReason !== '' && (
        <Alert color="red" p="xs" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {lead(t('settlement.parked'))}
          {settlement.parkedReason}
        </Alert>
      )}
      <Part title={t('settlement.sum', { version: String(info.shownVersion) })}>
        <Steps steps={info.steps} />
        {info.plan && <p className={classes['dim']}>{t('settlement.plan', { plan: info.plan.name })}</p>}
      </Part>
      <Part title={t('settlement.lines')}>
        <Lines settlementId={settlement.settlementId} sumVersion={info.shownVersion} />
      </Part>
      <Part title={t('settlement.disputes')}>
        <Disputes of={info.disputes} />
      </Part>
      <Part title={t('settlement.versions')}>
        <Versions info={info} />
      </Part>
      <Part title={t('settlement.history')}>
        <Course info={info} />
      </Part>
    </article>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes['block']}>
    <h2>{title}</h2>
    {children}
  </section>
)

function Head({ settlement }: { settlement: Settlement }) {
  return (
    <header className={classes['head']}>
      <div className={classes['who']}>
        <h1>
          <GuildLink guild={settlement.guild} /> <Week of={settlement.week} />
        </h1>
        <div className={classes['line']}>
          <SettlementState state={settlement.state} />
          <Labelled by={`guilds:options.method.${settlement.method}`} />
          <strong>
            <Amount value={settlement.payableCents - settlement.carriedOutCents} unit="usd" />
          </strong>
        </div>
      </div>
      <Actions settlement={settlement} />
    </header>
  )
}

function Actions({ settlement }: { settlement: Settlement }) {
  const run = useRunAction()
  const { label } = useLabels()
  const { unionId } = useSession().user
  return (
    <div className={classes['actions']} role="toolbar" aria-label={label('guilds:page.actions')}>
      {settlementActions(unionId === null).map((action) => {
        const refused = refusalOf('guilds', action.may(settlement), action.id)
        return (
          <WhyNot key={action.id} reason={refused}>
            <Button
              variant="default"
              leftSection={<action.icon size={15} aria-hidden />}
              {...(refused !== undefined && refusedProps)}
              onClick={() => refused === undefined && run(action, [settlement])}
            >
              {label(actionLabel(action.id))}
            </Button>
          </WhyNot>
        )
      })}
    </div>
  )
}
