// One message: its content, progress, curve, and the users who did not get it.

import type { Answer, RecordOf } from '@greenroom/contract/call'
import { languageNameOf } from '@greenroom/contract/languages'
import { messageInfo, messageMissed } from '@greenroom/contract/messages'
import type { Audience } from '@greenroom/contract/messages.schema'
import { missReasons } from '@greenroom/contract/statesAndKinds'
import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Figure } from '../../../charts/Figure.tsx'
import type { Plot } from '../../../charts/plot.ts'
import { Amount } from '../../../format/Amount.tsx'
import { fewCases } from '../../../format/change.ts'
import { countryName } from '../../../format/country.ts'
import classes from '../../../format/format.module.css'
import { listed } from '../../../format/listed.ts'
import { integer, share } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { dateTime } from '../../../format/time.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { filtersOf, oneOf } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Content } from './MessageContent.tsx'
import { MessageState, Progress } from './MessageState.tsx'

/** `28% · 20/72`: a share with the counts behind it; of fewer than twenty cases only the counts, grey. */
function Share({ part, whole }: { part: number; whole: number }) {
  const { i18n } = useTranslation()
  const counts = `${integer(part, i18n.language)}/${integer(whole, i18n.language)}`
  if (whole === 0) return <span aria-hidden>–</span>
  return (
    <bdi dir="ltr" className={classes['figure']} data-few={whole < fewCases || undefined}>
      {whole < fewCases ? (
        counts
      ) : (
        <>
          {share(part / whole, i18n.language)} <span className={classes['counts']}>· {counts}</span>
        </>
      )}
    </bdi>
  )
}

/** The rule of an audience in words. */
function AudienceRule({ of: rule }: { of: Audience }) {
  const { t, i18n } = useTranslation('official')
  if (rule.userType !== 'some') return t(`options.userType.${rule.userType}`)
  const { language } = i18n
  const { sex, countries = [], levelMin, levelMax, languages = [], activeDays, neverRecharged } = rule
  const parts = [
    sex && t(`options.sex.${sex}`),
    countries.length > 0 &&
      listed(
        countries.map((code) => countryName(code, language)),
        language,
      ),
    languages.length > 0 &&
      listed(
        languages.map((one) => languageNameOf(one)),
        language,
      ),
    levelMin !== undefined && t('rule.levelMin', { level: levelMin }),
    levelMax !== undefined && t('rule.levelMax', { level: levelMax }),
    activeDays !== undefined && t('rule.activeDays', { count: activeDays }),
    neverRecharged && t('fields.neverRecharged'),
  ]
  return parts.filter(Boolean).join(' · ')
}

void loadTexts(['charts'])

type Found = Answer<typeof messageInfo>
type Missed = RecordOf<typeof messageMissed>

const filters = filtersOf({ missReason: oneOf(missReasons, { as: 'reason' }) })
const columns: PanelColumn<Missed>[] = [
  { id: 'person', cell: (row) => <PersonLink person={row.person} /> },
  { id: 'why', cell: (row) => <Labelled by={`official:options.missReason.${row.reason}`} /> },
]
const sendingMs = 2_000
const finishedMs = 15_000

export default function ShowMessage({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('official')
  const { data } = useQuery({
    queryKey: ['official.message', 'show', rowId],
    queryFn: ({ signal }) => call(messageInfo, { id: Number(rowId) }, { signal }),
    refetchInterval: ({ state: { data: found } }) => {
      if (!found || found.message.startedAt === null) return false
      return found.message.finishedAt === null ? sendingMs : finishedMs
    },
  })
  return (
    <SideDrawer title={<bdi>{data?.message.name ?? ''}</bdi>} close={close} width="medium">
      {data && (
        <Stack gap="md">
          <Group gap="xs">
            <MessageState state={data.message.state} />
            <div style={{ flex: 1 }}>
              <Progress of={data.message} bar />
            </div>
          </Group>
          <Content of={data.message} />
          <Counts of={data} />
          {data.message.startedAt !== null && (
            <>
              <Curve of={data.curve} />
              {data.missed.length > 0 && (
                <Title order={3} size="h5">
                  {t('message.missed')}
                </Title>
              )}
              {data.missed.length > 0 && (
                <Panel
                  key={data.missed.reduce((sum, { users }) => sum + users, 0)}
                  call={messageMissed}
                  owner={{ id: data.message.id }}
                  room="official"
                  title={t('message.missed')}
                  columns={columns}
                  rowKey={(row) => String(row.userId)}
                  filters={filters}
                  empty={t('message.nobodyMissed')}
                />
              )}
            </>
          )}
        </Stack>
      )}
    </SideDrawer>
  )
}

function Counts({ of: { message, missed } }: { of: Found }) {
  const { t, i18n } = useTranslation('official')
  const count = (id: 'audience' | 'sent' | 'delivered' | 'read' | 'skipped' | 'failed') =>
    [t(`columns.${id}`), <Amount key={id} value={message[id]} unit="number" />] as const
  /** With its share of the users the message was sent to. */
  const shared = (id: 'delivered' | 'read') =>
    [
      t(`columns.${id}`),
      message.sent > 0 ? (
        <Share key={id} part={message[id]} whole={message.sent} />
      ) : (
        <Amount key={id} value={message[id]} unit="number" />
      ),
    ] as const
  return (
    <Facts
      of={[
        [t('columns.whom'), <AudienceRule key="rule" of={message.audienceRule as Audience} />],
        count('audience'),
        count('sent'),
        shared('delivered'),
        shared('read'),
        count('skipped'),
        count('failed'),
        ...missed.map(
          ({ reason, users }) => [t(`options.missReason.${reason}`), integer(users, i18n.language)] as const,
        ),
        [t('columns.sendTime'), <Time key="at" at={message.sendTime} />],
        [t('fields.notAfter'), <Time key="after" at={message.notAfter} />],
        [t('fields.accountId'), message.account?.title ?? t('message.noAccount')],
        ...(message.reason ? [[t('fields.reason'), message.reason] as const] : []),
      ]}
    />
  )
}

/** Cumulative from the first minute. */
function sums(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}

function Curve({ of }: { of: Found['curve'] }) {
  const { t, i18n } = useTranslation('official')
  const { timeZone } = useSession()
  const plot = useMemo((): Plot => {
    const format = (value: number) => integer(value, i18n.language)
    const line = (id: 'sent' | 'delivered' | 'read') => ({
      name: t(`columns.${id}`),
      as: 'line' as const,
      values: sums(of.map((tick) => tick[id])),
      format,
    })
    return {
      kind: 'lines',
      axis: { name: t('message.minute'), labels: of.map((tick) => dateTime(tick.at, timeZone).slice(5, 16)) },
      lines: [line('sent'), line('delivered'), line('read')],
    }
  }, [of, t, i18n.language, timeZone])
  return <Figure title={t('message.curve')} computed={t('message.curveHow')} plot={plot} empty={t('message.noCurve')} />
}
