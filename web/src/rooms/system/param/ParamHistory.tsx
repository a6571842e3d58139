// A parameter's history: values, who set them and why, and reverting to one.
import type { RecordOf } from '@greenroom/contract/call'
import { paramChanged } from '@greenroom/contract/sentences/system'
import { paramHistory, type paramList, paramRevert } from '@greenroom/contract/system'
import { paramRevert as schema } from '@greenroom/contract/system.schema'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconHistoryOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { DrawerSkeleton, SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { explain } from '../../../session/messages.ts'
import { nameIn, useLabels } from '../../../ui/labels.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { showApplied } from '../showApplied.ts'
import { ParamValue, readParam } from './ParamValue.tsx'

type Param = RecordOf<typeof paramList>
type Change = RecordOf<typeof paramHistory>

export default function ParamHistory({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <RecordDrawer<Param>
      rowId={rowId}
      close={close}
      title={t('actions.param.history')}
      read={(signal) => readParam(rowId, { signal })}
    >
      {(param) => <History param={param} close={close} />}
    </RecordDrawer>
  )
}

function History({ param, close }: { param: Param; close: () => void }) {
  const { t } = useTranslation('system')
  const { language } = useLabels()
  const [chosen, setChosen] = useState<Change>()
  const { data, error } = useQuery({
    queryKey: ['system.param', 'history', param.key],
    queryFn: ({ signal }) => call(paramHistory, { key: param.key, size: 100 }, { signal }),
  })
  if (chosen) return <Revert param={param} change={chosen} close={() => setChosen(undefined)} done={close} />
  return (
    <SideDrawer title={t('param.historyOf', { name: nameIn(param.names, language) })} close={close} width="narrow">
      {error && (
        <Alert color="red" role="alert">
          {explain(error)?.text}
        </Alert>
      )}
      {!data && !error && <DrawerSkeleton />}
      {data?.records.length === 0 && <Nothing icon={IconHistoryOff} title={t('param.noHistory')} />}
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.records.map((change) => (
          <Entry key={change.id} param={param} change={change} choose={() => setChosen(change)} />
        ))}
      </Stack>
    </SideDrawer>
  )
}

function Entry({ param, change, choose }: { param: Param; change: Change; choose: () => void }) {
  const { t } = useTranslation('system')
  const why = refusalOf('system', change.can.revert, 'system.param.revert')
  return (
    <Stack component="li" gap={2} py="sm" style={{ borderBottom: '1px solid var(--line-soft)' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {change.before !== null && (
            <>
              <ParamValue param={param} value={change.before} /> →{' '}
            </>
          )}
          <b>
            <ParamValue param={param} value={change.after} />
          </b>
        </Text>
        <WhyNot reason={why}>
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            {...(why !== undefined && refusedProps)}
            onClick={() => why === undefined && choose()}
          >
            {t('actions.param.revert')}
          </Button>
        </WhyNot>
      </Group>
      <Text size="xs" c="dimmed">
        <Time at={change.at} /> · {change.by}
        {change.approvedBy !== null && ` · ${t('param.approvedBy', { name: change.approvedBy })}`}
      </Text>
      {change.reason !== '' && <Text size="xs">{change.reason}</Text>}
    </Stack>
  )
}

function Revert(props: { param: Param; change: Change; close: () => void; done: () => void }) {
  const { param, change, close, done } = props
  const { t } = useTranslation('system')
  const { key, version } = param
  return (
    <FormDrawer
      title={t('actions.param.revert')}
      close={close}
      draft={`system.paramRevert:${key}:${change.id}`}
      call={paramRevert}
      schema={schema.payload}
      initial={{ key, changeId: change.id, version, reason: '' }}
      onSaved={(answer) => {
        showApplied(answer, (form) => paramChanged(form, { key, from: param.value, to: change.after }))
        done()
        return true
      }}
    >
      {(form) => (
        <>
          <Text>{t('param.revertTo')}</Text>
          <Text fw={600}>
            <ParamValue param={param} value={param.value} /> → <ParamValue param={param} value={change.after} />
          </Text>
          {param.sensitive && (
            <Alert color="blue" p="xs">
              {t('param.sensitive')}
            </Alert>
          )}
          <ReasonField form={form} />
        </>
      )}
    </FormDrawer>
  )
}
