// Who may open a screen, do something, or decide a request now, and by which role.
import { approvalKeys } from '@greenroom/contract/approvals'
import type { Answer } from '@greenroom/contract/call'
import { menuKeys } from '@greenroom/contract/screens'
import { logNames } from '@greenroom/contract/system'
import { whoCan } from '@greenroom/contract/systemRights'
import { SegmentedControl, Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../session/session.ts'
import { label, useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { UserChip } from '../../../ui/values/UserChip.tsx'
import { aloneSumText, RightsQuery, RolesShown, screenName } from './rightsParts.tsx'

type Told = Answer<typeof whoCan>
const kinds = ['menu', 'operation', 'approval'] as const
type Kind = (typeof kinds)[number]

/** What can be asked about, in the reader's language. */
function useChoices(kind: Kind): { value: string; label: string }[] {
  const { language } = useLabels()
  const { may } = useSession()
  const names = useQuery({
    queryKey: ['system.log', 'names', language],
    queryFn: ({ signal }) => call(logNames, {}, { signal }),
    staleTime: 300_000,
    enabled: may('system.log', 'read'),
  })
  if (kind === 'menu') return menuKeys.map((value) => ({ value, label: screenName(value) }))
  if (kind === 'approval') return approvalKeys.map((value) => ({ value, label: label(`approvals:kinds.${value}`) }))
  return (names.data?.operations ?? []).map(({ key, name }) => ({ value: key, label: name }))
}

export default function WhoCan({ close }: DrawerProps) {
  const { t } = useTranslation('system')
  const { may } = useSession()
  const [kind, setKind] = useState<Kind>('menu')
  const [key, setKey] = useState<string | null>(null)
  const choices = useChoices(kind)
  // The names of operations are the log's.
  const asked = kinds.filter((one) => one !== 'operation' || may('system.log', 'read'))
  return (
    <SideDrawer title={t('actions.staff.whoCan')} close={close} width="medium">
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('rights.about')}
          data={asked.map((value) => ({ value, label: t(`rights.kinds.${value}`) }))}
          value={kind}
          onChange={(next) => {
            setKind(next as Kind)
            setKey(null)
          }}
        />
        <Select
          label={t(`rights.kinds.${kind}`)}
          placeholder={t('rights.choose')}
          data={choices}
          value={key}
          onChange={setKey}
          searchable
          limit={200}
          nothingFoundMessage={t('rights.noneFound')}
        />
        {key !== null && (
          <RightsQuery about={kind} subject={key}>
            {(told) => <WhoShown told={told} kind={kind} />}
          </RightsQuery>
        )}
      </Stack>
    </SideDrawer>
  )
}

function WhoShown({ told, kind }: { told: Told; kind: Kind }) {
  const { t, i18n } = useTranslation('system')
  const isNobody = told.needs.length === 0 && told.also.length === 0
  return (
    <Stack gap="lg" aria-live="polite">
      <Text c="dimmed">
        {isNobody
          ? t('rights.byItself')
          : told.needs
              .map(({ menu, level }) =>
                t(level === 3 ? 'rights.needsWrite' : 'rights.needsRead', { screen: screenName(menu) }),
              )
              .join(' ')}
        {told.also.map((who) => ` ${t(`rights.also.${who}`)}`)}
      </Text>
      {told.alone.map(({ kind: act, unit, most }) => (
        <Text key={act}>
          {t('rights.aloneUpTo', {
            act: t(`rights.acts.${act}`),
            sum: aloneSumText({ unit, of: most }, i18n.language),
          })}
        </Text>
      ))}
      {told.needs.length > 0 && (
        <Holders
          title={t(kind === 'approval' ? 'rights.requests' : 'rights.may', { count: told.total })}
          accounts={told.accounts}
        />
      )}
      {kind === 'approval' && (
        <Holders title={t('rights.decides', { count: told.deciders.length })} accounts={told.deciders} />
      )}
      {kind === 'approval' && <Text c="dimmed">{t('rights.notOwn')}</Text>}
    </Stack>
  )
}

function Holders({ title, accounts }: { title: string; accounts: Told['accounts'] }) {
  const { t } = useTranslation('system')
  return (
    <Stack gap={4}>
      <Title order={3} size="sm">
        {title}
      </Title>
      {accounts.length === 0 ? (
        <Text c="dimmed">{t('rights.nobody')}</Text>
      ) : (
        <ShortTable
          label={title}
          rows={accounts}
          keyOf={({ userId }) => userId}
          columns={[
            [t('columns.username'), ({ username }) => <UserChip name={username} />],
            [t('rights.level'), ({ level }) => t(`rights.levels.${level}`)],
            [t('rights.by'), ({ roles }) => <RolesShown roles={roles} />],
          ]}
        />
      )}
    </Stack>
  )
}
