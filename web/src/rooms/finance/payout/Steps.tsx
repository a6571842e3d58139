// The way of a batch from its approval over its file to its results: where it stands, with a button for the next step.
import '@mantine/core/styles/Stepper.layer.css'
import { Button, Group, Stepper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useDrawer } from '../../../action/useDrawer.ts'
import { label } from '../../../ui/labels.ts'
import { nextStep, stepAt } from './nextStep.ts'
import type { BatchDetails } from './parts.tsx'

export function Steps({ of }: { of: BatchDetails }) {
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
