// A check's comparison, and every difference with a link to its record.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { IconGhost2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { DrawerSkeleton, SideDrawer } from '../../actions/form/SideDrawer.tsx'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { Code, Facts } from '../../ui/Facts.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { ShortTable } from '../../ui/ShortTable.tsx'
import { type Check, CheckName, useReconcile } from './reconcileChecks.tsx'

export default function Differences({ rowId, close }: DrawerProps) {
  const { t } = useTranslation(['flow', 'list'])
  const query = useReconcile()
  const check = query.data?.checks.find(({ key }) => key === rowId)
  if (check) return <Shown check={check} close={close} />
  return (
    <SideDrawer title={t('reconcile.check')} close={close}>
      {query.isPending ? (
        <DrawerSkeleton />
      ) : query.isError ? (
        <Failure error={query.error} />
      ) : (
        <Nothing icon={IconGhost2} title={t('list:states.gone')} text={t('list:states.goneHint')} />
      )}
    </SideDrawer>
  )
}

function Shown({ check, close }: { check: Check; close: () => void }) {
  const { t } = useTranslation('flow')
  const { label, has } = useLabels()
  const explanation = `flow:checksAbout.${check.key}`
  return (
    <SideDrawer title={<CheckName name={check.key} />} close={close} width="medium">
      <Stack gap="lg">
        {has(explanation) && <Text c="dimmed">{label(explanation)}</Text>}
        <Facts
          of={[
            [t('columns.left'), <Amount key="left" value={check.left} unit="number" />],
            [t('columns.right'), <Amount key="right" value={check.right} unit="number" />],
            // The compared period, if limited.
            ...(check.since ? ([[t('reconcile.since'), <Time key="since" at={check.since} />]] as const) : []),
            ...(check.until ? ([[t('reconcile.until'), <Time key="until" at={check.until} />]] as const) : []),
          ]}
        />
        {check.differences.length === 0 ? (
          <Alert color={check.left === check.right ? 'teal' : 'red'}>
            {check.left === check.right ? t('reconcile.none') : t('reconcile.sumsOnly')}
          </Alert>
        ) : (
          <div style={{ overflowX: 'auto' }}>
            <ShortTable
              rows={check.differences}
              keyOf={({ subject, left, right }) => `${subject} ${left} ${right}`}
              columns={[
                [
                  t('columns.subject'),
                  ({ subject, href }) =>
                    href ? (
                      <Anchor component={Link} to={href}>
                        <Code>{subject}</Code>
                      </Anchor>
                    ) : (
                      <Code>{subject}</Code>
                    ),
                ],
                [t('columns.left'), ({ left }) => <Code>{left}</Code>],
                [t('columns.right'), ({ right }) => <Code>{right}</Code>],
              ]}
            />
          </div>
        )}
      </Stack>
    </SideDrawer>
  )
}
