// A step of setting up: its name and state, and what to do, which opens below it.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'
import classes from './setup.module.css'
import { type Step, useSay } from './useSetup.ts'

const tones: Readonly<Record<Step['state'], Tone>> = { open: 'waiting', done: 'good', skipped: 'neutral' }

/** The pages of the docs, by their address. */
const pages: Readonly<Record<Step['step'], string>> = {
  secure: '/docs/guide-administrator',
  basics: '/docs/guide-administrator',
  app: '/docs/integrating',
  colleagues: '/docs/guide-administrator',
  sms: '/docs/operating',
  import: '/docs/moving-in',
  backups: '/docs/operating',
  alone: '/docs/guide-administrator',
}

/** Guides are in both languages of staff. */
const pageIn = (page: string, language: string) =>
  language === 'cn' && page.startsWith('/docs/guide-') ? `${page}.cn` : page

type Props = { step: Step; open: boolean; toggle: () => void; children: ReactNode }

export function SetupStepView({ step, open, toggle, children }: Props) {
  const { t } = useTranslation('installation')
  const id = useId()
  return (
    <li className={classes['step']} data-state={step.state}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={toggle} className={classes['name']}>
          <span>{t(`options.step.${step.step}`)}</span>
          <StatusBadge tone={tones[step.state]}>{t(`states.${step.state}`)}</StatusBadge>
          <IconChevronDown size={16} aria-hidden className={classes['sign']} />
        </button>
      </h2>
      {open && (
        <Stack id={id} gap="sm" className={classes['body']}>
          <Text>{t(`about.${step.step}`)}</Text>
          {children}
          <Skipping step={step} />
          <Anchor href={pageIn(pages[step.step], textLanguage())} target="_blank" size="sm" underline="always">
            {t('setup.docs')}
          </Anchor>
        </Stack>
      )}
    </li>
  )
}

function Skipping({ step }: { step: Step }) {
  const { t } = useTranslation(['installation', 'common'])
  const [asking, setAsking] = useState(false)
  const [word, setWord] = useState('')
  const { busy, fault, say } = useSay(step.step)
  if (step.state === 'skipped' || (step.state === 'done' && !step.seen))
    return (
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          <bdi>{step.by}</bdi> <Time at={step.at} /> <bdi>{step.word}</bdi>
        </Text>
        <Button variant="default" size="compact-sm" loading={busy} onClick={() => void say('open')}>
          {t('installation:setup.again')}
        </Button>
      </Group>
    )
  if (step.state === 'done' || !step.optional) return null
  if (!asking)
    return (
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('installation:setup.skip')}
      </Button>
    )
  const send = async () => {
    if (await say('skipped', word)) setAsking(false)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('installation:setup.why')}
          required
          data-autofocus
          maxLength={200}
          value={word}
          error={fault || undefined}
          onChange={(event) => setWord(event.currentTarget.value)}
          className={classes['wide'] ?? ''}
        />
        <Button type="submit" loading={busy}>
          {t('installation:setup.skip')}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t('common:cancel')}
        </Button>
      </Group>
    </form>
  )
}
