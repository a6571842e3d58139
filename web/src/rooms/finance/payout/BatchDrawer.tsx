// One batch with its payouts.
import { payoutBatchInfo } from '@greenroom/contract/payoutBatches'
import { Anchor, Button, Group, Stepper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { label, useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { PayeeLink } from '../PayeeLink.tsx'
import { brief, Why } from '../usdt/Address.tsx'
import { type BatchDetails, BatchState, Kind, type Line, LineState, Source } from './payoutView.tsx'
import '@mantine/core/styles/Stepper.layer.css'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { nextStep, stepAt } from './nextStep.ts'

// The way of a batch from its approval over its file to its results: where it stands, with a button for the next step.
function Steps({ of }: { of: BatchDetails }) {
  const { t } = useTranslation('finance')
  if (of.state === 'dropped') return null
  return (
    <>
      <Stepper active={stepAt(of)} size="xs" allowNextStepsSelect={false} aria-label={t('payout.steps.title')} mb="sm">
        <Stepper.Step label={t('payout.steps.made')} />
        <Stepper.Step label={t('payout.steps.approved')} />
        <Stepper.Step label={t(of.onChain ? 'payout.steps.instructed' : 'payout.steps.sent')} />
        <Stepper.Step label={t('payout.steps.ended')} />
      </Stepper>
      <Next of={of} />
    </>
  )
}

function Next({ of }: { of: BatchDetails }) {
  const { t } = useTranslation('finance')
  const drawer = useDrawer()
  const step = nextStep(of)
  if (step === undefined) return null
  return (
    <Group gap="sm" mb="md">
      {step === 'approval' && (
        <>
          <Text size="sm">{t('payout.steps.waits')}</Text>
          <Button component={Link} to={`/sys/approval?drawer=show:${of.approvalId}`} variant="default" size="xs">
            {t('payout.openApproval')}
          </Button>
        </>
      )}
      {step === 'drop' && <Text size="sm">{t('payout.steps.refused')}</Text>}
      {step === 'instructions' && (
        <Button component={Link} to={`/finance/usdtOut?payoutBatch=${of.batchId}`} variant="default" size="xs">
          {t('payout.openInstructions')}
        </Button>
      )}
      {(step === 'send' || step === 'result') && (
        <Button size="xs" onClick={() => drawer.open(step, String(of.batchId))}>
          {label(`finance:actions.payout.${step}`)}
        </Button>
      )}
    </Group>
  )
}

export default function BatchDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<BatchDetails>
      rowId={rowId}
      close={close}
      title={t('payout.batch')}
      alwaysRead
      read={(signal) => call(payoutBatchInfo, { batchId: Number(rowId) }, { signal })}
      named={(found) => t('payout.batchOf', { batchId: String(found.batchId) })}
      width="wide"
    >
      {(found) => (
        <>
          <Steps of={found} />
          <Overview of={found} />
          <Lines of={found.payouts} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: BatchDetails }) {
  const { t } = useTranslation('finance')
  const by = (name: string, at: string | null) =>
    name === '' ? (
      '–'
    ) : (
      <span>
        {name} · <Time at={at} />
      </span>
    )
  return (
    <Facts
      of={[
        [t('columns.batchState'), <BatchState key="state" of={of} />],
        [t('columns.method'), <Kind key="kind" of={of.kind} />],
        [t('columns.amount'), <Amount key="amount" value={of.usdCents} unit="usd" />],
        [t('columns.lines'), <Amount key="lines" value={of.lines} unit="number" />],
        [t('columns.batchMadeBy'), by(of.madeBy, of.madeAt)],
        [t('columns.approvedBy'), by(of.approvedBy, of.approvedAt)],
        [t('columns.sentBy'), by(of.sentBy, of.sentAt)],
        ...(of.onChain
          ? ([
              [
                t('payout.instructions'),
                <Link key="instructions" to={`/finance/usdtOut?payoutBatch=${of.batchId}`}>
                  {t('payout.openInstructions')}
                </Link>,
              ],
            ] as const)
          : []),
        [t('payout.control'), <Code key="control">{of.control.slice(0, 16)}</Code>],
        ...(of.note ? ([[t('columns.note'), of.note]] as const) : []),
      ]}
    />
  )
}

/** The state of a line's payment on the chain. */
function Instruction({ of }: { of: NonNullable<Line['instruction']> }) {
  const { label } = useLabels()
  return (
    <div>
      {label(`finance:options.instructionState.${of.state.replaceAll(' ', '_')}`)}
      {of.reason && (
        <>
          {' · '}
          <Why reason={of.reason} />
        </>
      )}
    </div>
  )
}

function Progress({ of }: { of: Line }) {
  return (
    <>
      <LineState of={of} />
      {of.instruction && of.state === 'waiting' ? <Instruction of={of.instruction} /> : <> {of.reason}</>}
    </>
  )
}

/** The payment's reference or transaction, and its proof. */
function Reference({ of }: { of: Line }) {
  const { t } = useTranslation('finance')
  return (
    <>
      {of.instruction && of.reference ? (
        <span title={of.reference} style={{ whiteSpace: 'nowrap' }}>
          <Code>{brief(of.reference)}</Code>
          <CopyButton text={of.reference} label={t('usdt.copyTransaction')} />
        </span>
      ) : (
        <bdi>{of.reference || '–'}</bdi>
      )}{' '}
      {of.proofUrl && (
        <Anchor href={of.proofUrl} target="_blank" rel="noreferrer">
          {t('withdraw.openProof')}
        </Anchor>
      )}
    </>
  )
}

function Lines({ of }: { of: readonly Line[] }) {
  const { t } = useTranslation('finance')
  return (
    <ShortTable
      rows={of}
      keyOf={(line) => line.payoutId}
      columns={[
        [t('columns.payee'), (line) => <PayeeLink of={line} />],
        [t('columns.source'), (line) => <Source of={line.source} />],
        [t('columns.lastFour'), (line) => <bdi dir="ltr">…{line.lastFour}</bdi>],
        [t('columns.amount'), (line) => <Amount value={line.usdCents} unit="usd" />, 'end'],
        [t('columns.payoutState'), (line) => <Progress of={line} />],
        [t('columns.reference'), (line) => <Reference of={line} />],
      ]}
    />
  )
}
