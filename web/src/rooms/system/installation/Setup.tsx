// /setup: what a new installation needs before people work with it, step by step.
import type { SetupStep } from '@greenroom/contract/statesAndKinds'
import { Skeleton, Text, Title } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../../../session/titles.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { ConnectApp } from './ConnectApp.tsx'
import { Alone, Backups, Basics, Bring, Colleagues, Secure } from './SetupSteps.tsx'
import { SetupStepView } from './SetupStepView.tsx'
import { SmsStep } from './SmsStep.tsx'
import classes from './setup.module.css'
import { type StepProps, useSetup } from './useSetup.ts'

const bodies: Readonly<Record<SetupStep, ComponentType<StepProps>>> = {
  secure: Secure,
  basics: Basics,
  app: ConnectApp,
  colleagues: Colleagues,
  sms: SmsStep,
  import: Bring,
  backups: Backups,
  alone: Alone,
}

export default function Setup() {
  const { t } = useTranslation('installation')
  useTitle('/setup', t('setup.title'), 'installation:setup.title')
  const [address, change] = useAddress()
  const [watching, setWatching] = useState(false)
  /** The first that was open as the page was opened: it stays open once it is done, with what it shows. */
  const [first, setFirst] = useState<SetupStep | 'none'>()
  const query = useSetup(watching)
  const { data } = query
  if (!data) {
    return query.isError ? (
      <div className={classes['page']}>
        <Failure error={query.error} menu="system.installation" again={() => void query.refetch()} />
      </div>
    ) : (
      <div className={classes['page']} role="status" aria-label={t('setup.title')}>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
          <Skeleton key={row} height={54} radius="md" />
        ))}
      </div>
    )
  }
  const chosen = address.get('step')
  if (first === undefined) setFirst(data.steps.find(({ state }) => state === 'open')?.step ?? 'none')
  const opened = chosen ?? first
  if (watching !== (opened === 'app')) setWatching(opened === 'app')
  const toggle = (step: SetupStep) =>
    change((next) => next.set('step', step === opened ? 'none' : step), { replace: true })
  const done = data.steps.filter(({ state }) => state !== 'open').length
  return (
    <div className={classes['page']} aria-busy={query.isPending}>
      <header className={classes['head']}>
        <Title order={1}>{t('setup.title')}</Title>
        <Text c="dimmed">{t('setup.progress', { done, of: data.steps.length })}</Text>
        <Text>{t(data.setUp && data.setUp.endedAt === null ? 'setup.alone' : 'setup.byTwo')}</Text>
      </header>
      <ol className={classes['steps']}>
        {data.steps.map((step) => {
          const Body = bodies[step.step]
          return (
            <SetupStepView key={step.step} step={step} open={step.step === opened} toggle={() => toggle(step.step)}>
              <Body state={data} step={step} />
            </SetupStepView>
          )
        })}
      </ol>
    </div>
  )
}
