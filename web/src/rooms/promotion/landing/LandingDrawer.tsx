// One landing page: its content, and each phase's results.
import type { Answer } from '@greenroom/contract/call'
import { landingInfo } from '@greenroom/contract/landing'
import { Alert, Anchor, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { percent } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { Percent } from '../promotionView.tsx'
import { rateOf, Shown } from './LandingState.tsx'

type Found = Answer<typeof landingInfo>
type Phase = Found['phases'][number]

export default function LandingDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('landing.one')}
      alwaysRead
      read={(signal) => call(landingInfo, { id: Number(rowId) }, { signal })}
      named={({ landing }) => <bdi>{landing.name}</bdi>}
      width="wide"
    >
      {({ landing, phases, countries }) => (
        <>
          <Facts
            of={[
              [t('columns.shown'), <Shown key="shown" of={landing} />],
              [t('columns.address'), <Address key="address" of={landing} />],
              [t('columns.channel'), landing.channel.name],
              [t('columns.visitorDays'), <Amount key="visits" value={landing.visits} unit="number" />],
              [t('columns.clicks'), <Amount key="clicks" value={landing.clicks} unit="number" />],
              [t('columns.clickRate'), <Percent key="rate" bp={rateOf(landing)} />],
            ]}
          />
          <Text size="xs" c="dimmed">
            {t('landing.visitorDays')}
          </Text>
          <section>
            <Title order={3} size="h5" mb={6}>
              {t('landing.phases')}
            </Title>
            {phases.length === 0 && <Text c="dimmed">{t('landing.noPhases')}</Text>}
            <Stack gap="md">
              {phases.map((phase) => (
                <PhaseFigures key={phase.id} of={phase} />
              ))}
            </Stack>
          </section>
          {countries.length > 0 && (
            <section>
              <Title order={3} size="h5" mb={6}>
                {t('landing.countries')}
              </Title>
              <ShortTable
                rows={countries}
                keyOf={({ country }) => country}
                columns={[
                  [
                    t('columns.country'),
                    ({ country }) => (country === '' ? t('landing.unknown') : <Country code={country} />),
                  ],
                  [t('columns.visitorDays'), ({ visits }) => <Amount value={visits} unit="number" />, 'end'],
                  [t('columns.clicks'), ({ clicks }) => <Amount value={clicks} unit="number" />, 'end'],
                ]}
              />
            </section>
          )}
        </>
      )}
    </ShowRecord>
  )
}

function Address({ of }: { of: Found['landing'] }) {
  const { t } = useTranslation('promotion')
  if (of.url === '') return <Text size="sm">{t('landing.noOrigin')}</Text>
  return (
    <Anchor href={of.publishedAt === null ? undefined : of.url} target="_blank" rel="noreferrer">
      <bdi dir="ltr">{of.url}</bdi>
    </Anchor>
  )
}

function PhaseFigures({ of }: { of: Phase }) {
  const { t, i18n } = useTranslation('promotion')
  const arms = [['A', of.a, of.armA], ...(of.b === null ? [] : [['B', of.b, of.armB] as const])] as const
  return (
    <div>
      <Text size="sm" mb={4}>
        <Time at={of.startedAt} /> – {of.endedAt === null ? t('landing.now') : <Time at={of.endedAt} />} ·{' '}
        {of.startedBy}
        {of.b !== null && ` · ${t('landing.split', { share: of.shareB })}`}
      </Text>
      <ShortTable
        rows={arms}
        keyOf={([arm]) => arm}
        columns={[
          [
            t('landing.versionHead'),
            ([arm, number]) => `${of.b === null ? '' : `${arm}: `}${t('landing.version', { number })}`,
          ],
          [t('columns.visitorDays'), ([, , { visits }]) => <Amount value={visits} unit="number" />, 'end'],
          [t('columns.clicks'), ([, , { clicks }]) => <Amount value={clicks} unit="number" />, 'end'],
          [t('columns.clickRate'), ([, , figures]) => <Percent bp={rateOf(figures)} />, 'end'],
          [t('columns.installs'), ([, , { installs }]) => <Amount value={installs} unit="number" />, 'end'],
        ]}
      />
      {of.splitWrong && (
        <Alert color="red" p="xs" mt={6} icon={<IconAlertTriangle size={16} aria-hidden />}>
          {t('landing.splitWrong')}
        </Alert>
      )}
      {of.b !== null && !of.splitWrong && (
        <Text size="sm" mt={6}>
          {of.difference === null
            ? t('landing.tooFew')
            : t(
                of.difference.lowBp > 0
                  ? 'landing.better'
                  : of.difference.highBp < 0
                    ? 'landing.worse'
                    : 'landing.undecided',
                {
                  value: percent(of.difference.bp, i18n.language),
                  low: percent(of.difference.lowBp, i18n.language),
                  high: percent(of.difference.highBp, i18n.language),
                },
              )}
        </Text>
      )}
    </div>
  )
}
