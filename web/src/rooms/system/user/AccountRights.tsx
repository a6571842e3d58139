// What an account may do, by which of its roles, and what it may decide.
import type { Answer } from '@greenroom/contract/call'
import type { whoCan } from '@greenroom/contract/systemRights'
import { staffInfo } from '@greenroom/contract/systemStaff'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Listed } from '../../../ui/Labelled.tsx'
import { label } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { AloneSum, RightsQuery, RolesShown, screenName } from './rightsParts.tsx'

export default function AccountRights({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  const account = useQuery({
    queryKey: ['system.user', 'info', rowId],
    queryFn: ({ signal }) => call(staffInfo, { userId: Number(rowId) }, { signal }),
  })
  return (
    <SideDrawer title={t('rights.of', { name: account.data?.user.username ?? '' })} close={close} width="medium">
      <RightsQuery about="account" subject={rowId}>
        {(told) => <Rights told={told} />}
      </RightsQuery>
    </SideDrawer>
  )
}

function Rights({ told: { menus, decides, alone } }: { told: Answer<typeof whoCan> }) {
  const { t } = useTranslation('system')
  if (menus.length === 0) return <Text c="dimmed">{t('rights.nothing')}</Text>
  return (
    <Stack gap="lg">
      <ShortTable
        label={t('rights.kinds.menu')}
        rows={menus}
        keyOf={({ menu }) => menu}
        columns={[
          [t('rights.kinds.menu'), ({ menu }) => screenName(menu)],
          [t('rights.level'), ({ level }) => t(`rights.levels.${level}`)],
          [t('rights.by'), ({ roles }) => <RolesShown roles={roles} />],
        ]}
      />
      {alone.length > 0 && (
        <Stack gap={4}>
          <Title order={3} size="sm">
            {t('rights.alone')}
          </Title>
          <ShortTable
            label={t('rights.alone')}
            rows={alone}
            keyOf={({ kind }) => kind}
            columns={[
              [t('rights.act'), ({ kind }) => t(`rights.acts.${kind}`)],
              [t('rights.upTo'), ({ unit, most }) => <AloneSum unit={unit} of={most} />, 'end'],
              [t('rights.left'), ({ unit, left }) => <AloneSum unit={unit} of={left ?? 0} />, 'end'],
            ]}
          />
          <Text c="dimmed">{t('rights.aboveIt')}</Text>
        </Stack>
      )}
      <Stack gap={4}>
        <Title order={3} size="sm">
          {t('rights.mayDecide', { count: decides.length })}
        </Title>
        {decides.length === 0 ? (
          <Text c="dimmed">{t('rights.decidesNothing')}</Text>
        ) : (
          <Listed of={decides.map((kind) => label(`approvals:kinds.${kind}`))} />
        )}
      </Stack>
    </Stack>
  )
}
