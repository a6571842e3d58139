// One import: what its files hold beside their totals, how far it is, and what can be requested about it.
import { importApply, importCheck, importDiscard, importInfo, importUndo } from '@greenroom/contract/moving'
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { bonus, integer, tokens, usdMicros } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { showSuccess } from '../../../session/messages.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Fault } from '../../../ui/Fault.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { type Import, ImportState, KindText } from './importView.tsx'

export default function ImportDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <ShowRecord<Import>
      rowId={rowId}
      close={close}
      title={t('moving.one')}
      alwaysRead
      read={(signal) => call(importInfo, { importId: Number(rowId) }, { signal })}
      named={(found) => t('moving.of', { id: String(found.id) })}
      width="medium"
    >
      {(found) => (
        <>
          <Standing of={found} />
          <Overview of={found} />
          <Kinds of={found} />
          <Decide of={found} close={close} />
        </>
      )}
    </ShowRecord>
  )
}

/** Where it stands, and what to do about it. */
function Standing({ of }: { of: Import }) {
  const { t } = useTranslation('system')
  const { label } = useLabels()
  return (
    <>
      {of.halted && (
        <Alert color="red" p="xs" role="note">
          {t('moving.halted', {
            record: of.halted.record,
            fault: label(`system:options.importFault.${of.halted.fault}`),
          })}
        </Alert>
      )}
      {of.faults > 0 && (
        <Alert color="yellow" p="xs" role="note">
          {t('moving.faultsFound', { count: of.faults })}{' '}
          <Link to={`/sys/import?tab=faults&import=${of.id}`}>{t('moving.showFaults')}</Link>
        </Alert>
      )}
      {of.can.apply === true && (
        <Alert color="teal" p="xs" role="note">
          {t('moving.clean')}
        </Alert>
      )}
      {of.approvalId !== null && (
        <Alert color="gray" p="xs" role="note">
          {t('moving.waits')} <Link to={`/sys/approval?drawer=show:${of.approvalId}`}>{t('moving.toApproval')}</Link>
        </Alert>
      )}
    </>
  )
}

function Overview({ of }: { of: Import }) {
  const { t, i18n } = useTranslation('system')
  const { language } = i18n
  return (
    <Facts
      of={[
        [t('columns.importState'), <ImportState key="state" state={of.state} />],
        [t('moving.files'), <bdi key="files">{of.files.map(({ name }) => name).join(', ')}</bdi>],
        [t('columns.importAt'), <Time key="at" at={of.at} />],
        [
          t('moving.rule'),
          t('moving.ruleText', {
            tokens: integer(of.tokensPerUsd, language),
            bonus: integer(of.bonusPerUsd, language),
          }),
        ],
        [
          t('moving.progress'),
          t('moving.progressText', { done: integer(of.done, language), records: integer(of.records, language) }),
        ],
        [
          t('moving.opened'),
          t('moving.openedText', {
            tokens: tokens(of.openedTokens, language),
            bonus: bonus(of.openedBonus, language),
            usd: usdMicros(of.openedUsdMicros, language),
          }),
        ],
        [
          t('moving.keptUntil'),
          of.removedAt !== null ? (
            <span key="removed">
              {t('moving.removed')} <Time at={of.removedAt} />
            </span>
          ) : (
            <Time key="kept" at={of.keptUntil} />
          ),
        ],
        [t('columns.importMadeBy'), of.madeBy],
        [t('columns.importMadeAt'), <Time key="made" at={of.madeAt} />],
        [t('columns.importApprovedBy'), of.approvedBy],
      ]}
    />
  )
}

/** What was read of each kind, beside what its totals say. */
function Kinds({ of }: { of: Import }) {
  const { t } = useTranslation('system')
  const { label } = useLabels()
  if (of.kinds.length === 0) return null
  const lines = of.kinds.flatMap((kind) => [
    { kind: kind.kind, field: '', found: kind.lines, declared: kind.declared },
    ...kind.sums.map((sum) => ({ kind: kind.kind, ...sum })),
  ])
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('moving.kinds')}
      </Text>
      <ShortTable
        label={t('moving.kinds')}
        rows={lines}
        keyOf={({ kind, field }) => `${kind} ${field}`}
        columns={[
          [t('moving.kind'), ({ kind, field }) => (field === '' ? <KindText kind={kind} /> : '')],
          [
            t('moving.field'),
            ({ field }) => (field === '' ? t('moving.lines') : label(`system:options.importField.${field}`)),
          ],
          [t('moving.found'), ({ found }) => <Amount value={found} unit="number" />, 'end'],
          [
            t('moving.declared'),
            ({ declared }) => (declared === null ? t('moving.none') : <Amount value={declared} unit="number" />),
            'end',
          ],
        ]}
      />
    </div>
  )
}

function Decide({ of, close }: { of: Import; close: () => void }) {
  const { t } = useTranslation('system')
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const acts = [
    ['check', 'default', importCheck, 'moving.checking'],
    ['apply', 'filled', importApply, 'moving.asked'],
    ['undo', 'default', importUndo, 'moving.asked'],
    ['discard', 'default', importDiscard, 'moving.discarded'],
  ] as const
  const possible = acts.filter(([verb]) => of.can[verb] === true)
  if (possible.length === 0) return null
  const needsReason = possible.some(([verb]) => verb !== 'check')
  return (
    <Stack gap="xs">
      <Text size="sm">{t('moving.needsTwo')}</Text>
      {needsReason && (
        <Textarea
          label={t('moving.reason')}
          description={t('moving.reasonHint')}
          autosize
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Fault text={fault} />
      <Group gap="xs">
        {possible.map(([verb, variant, act, said]) => (
          <Button
            key={verb}
            variant={variant}
            loading={busy}
            onClick={() =>
              void attempt(async () => {
                await call(act, { importId: of.id, version: of.version, reason })
                showSuccess(t(said))
                await client.invalidateQueries({ queryKey: ['system.import'] })
                close()
              })
            }
          >
            {t(`moving.${verb}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
