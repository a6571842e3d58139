import { smsSend } from '@greenroom/contract/access'
import '@mantine/core/styles/Stepper.layer.css'
import { unionRegister } from '@greenroom/contract/guilds'
import { limits } from '@greenroom/contract/limits'
import { Anchor, Button, Group, Loader, PasswordInput, Stack, Stepper, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/index.ts'
import { goTo, PublicLink } from '../../session/address.tsx'
import { useDraft } from '../../session/draft.ts'
import { showError } from '../../session/messages.ts'
import { focusField } from '../../ui/behaviour/shown.ts'
import { useCountdown } from '../../ui/behaviour/useCountdown.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Card } from './Card.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import styles from './Register.module.css'
import { Review } from './Review.tsx'
import { emptyValues, type Fault, type Field, fieldOfCode, stepOf, steps } from './registerFields.ts'
import { useFieldChecks } from './useFieldChecks.ts'

/** An invitation's link may carry the inviter's code and the general agency. */
function invited() {
  const query = new URLSearchParams(location.search)
  return {
    ...emptyValues,
    sysInviterId: query.get('sysInviterId') ?? query.get('inviter') ?? '',
    parentId: query.get('parentId') ?? '',
  }
}

/** /register: a guild's registration in steps; input survives errors and reloads, except passwords. */
export default function Register() {
  const { t } = useTranslation(['access', 'errors', 'common'])
  const [step, setStep] = useState(0)
  const { busy, send } = useSend()
  const { busy: sendingCode, send: sendFirst } = useSend()
  const box = useRef<HTMLFormElement>(null)
  const { left, start } = useCountdown()
  const form = useForm({ mode: 'controlled', initialValues: invited() })
  const draft = useDraft('register', form, ['cmsPassWord', 'passwordAgain', 'smsCode'])

  const textOf = (fault: Fault | undefined) =>
    fault === undefined ? null : typeof fault === 'number' ? t(`errors:${fault}`) : t(`register.faults.${fault}`)
  const checks = useFieldChecks((field, fault) => form.setFieldError(field, textOf(fault)))

  useEffect(() => {
    document.title = t('register.page')
  }, [t])

  const input = (field: Field): ComponentProps<typeof TextInput> => {
    const { onChange, ...rest } = form.getInputProps(field)
    return {
      ...rest,
      label: t(`register.fields.${field}`),
      size: 'sm',
      rightSection: checks.checking(field) ? (
        <Loader size={14} />
      ) : checks.good(field) ? (
        <IconCheck size={16} className={styles.good} aria-label={t('register.good')} />
      ) : null,
      onChange: (event) => {
        onChange(event)
        checks.changed(field, { ...form.getValues(), [field]: event.currentTarget.value })
      },
    }
  }

  /** Validates a step's fields and shows errors; true if there are none. */
  const isStepGood = async (index: number): Promise<boolean> => {
    const values = form.getValues()
    const fields: readonly Field[] = steps[index]?.fields ?? []
    const faults = await Promise.all(fields.map((field) => checks.check(field, values)))
    for (const [at, field] of fields.entries()) form.setFieldError(field, textOf(faults[at]))
    const wrong = fields[faults.findIndex((fault) => fault !== undefined)]
    focusField(box.current, wrong)
    return wrong === undefined
  }

  const nextStep = async () => {
    if (await isStepGood(step)) setStep(step + 1)
  }

  const sendCode = () => sendFirst(askForCode)
  const askForCode = async () => {
    const { areaCode, leaderPhone } = form.getValues()
    try {
      const { retryAfterSeconds } = await call(smsSend, {
        areaCode: areaCode.trim(),
        phoneNumber: leaderPhone.trim(),
        language: currentLanguage(),
        validate: 'register',
      })
      start(retryAfterSeconds)
    } catch (error) {
      showError(error)
    }
  }

  const register = async () => {
    if (!(await isStepGood(step))) return
    const { passwordAgain: _, parentId, sysInviterId, ...values } = form.getValues()
    try {
      const { unionName } = await call(unionRegister, {
        ...values,
        ...(parentId.trim() ? { parentId: Number(parentId) } : {}),
        ...(sysInviterId.trim() ? { sysInviterId: sysInviterId.trim() } : {}),
      })
      draft.clear()
      goTo('/success', { replace: true, state: { unionName, account: values.cmsUserName.trim() } })
    } catch (error) {
      showError(error)
      const field = isRefused(error) ? fieldOfCode(error.code) : undefined
      if (field && isRefused(error)) {
        setStep(stepOf(field))
        form.setFieldError(field, textOf(error.code as Fault))
        focusField(box.current, field)
      }
    }
  }

  const last = step === steps.length - 1
  return (
    <Card wide title={t('register.title')} lead={t('register.lead')}>
      <Stepper active={step} size="xs" mb="lg" onStepClick={(index) => index < step && setStep(index)}>
        {steps.map(({ key }, index) => (
          <Stepper.Step key={key} label={t(`register.steps.${key}`)} allowStepSelect={index < step} />
        ))}
      </Stepper>
      <form
        ref={box}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(last ? register : nextStep)
        }}
      >
        <Stack gap="sm">
          {step === 0 && (
            <>
              <TextInput {...input('unionName')} withAsterisk maxLength={limits.agencyName} autoFocus />
              <TextInput {...input('sysInviterId')} description={t('register.hints.sysInviterId')} />
              <TextInput {...input('parentId')} description={t('register.hints.parentId')} inputMode="numeric" />
            </>
          )}
          {step === 1 && (
            <>
              <TextInput {...input('leaderName')} withAsterisk autoComplete="name" autoFocus />
              <TextInput
                {...input('userNumber')}
                withAsterisk
                inputMode="numeric"
                description={t('register.hints.userNumber')}
              />
              <TextInput {...input('leaderEmail')} withAsterisk type="email" autoComplete="email" />
              <Group gap="xs" align="flex-start" wrap="nowrap" dir="ltr">
                <TextInput {...input('areaCode')} withAsterisk autoComplete="tel-country-code" w={110} />
                <TextInput
                  {...input('leaderPhone')}
                  withAsterisk
                  type="tel"
                  autoComplete="tel-national"
                  className={styles.phone}
                />
              </Group>
            </>
          )}
          {step === 2 && (
            <>
              <TextInput
                {...input('cmsUserName')}
                withAsterisk
                autoComplete="username"
                description={t('register.hints.cmsUserName')}
                autoFocus
              />
              <PasswordInput
                label={t('register.fields.cmsPassWord')}
                size="sm"
                withAsterisk
                autoComplete="new-password"
                {...form.getInputProps('cmsPassWord')}
              />
              <PasswordRules password={form.values.cmsPassWord} />
              <PasswordInput
                label={t('register.fields.passwordAgain')}
                size="sm"
                withAsterisk
                autoComplete="new-password"
                {...form.getInputProps('passwordAgain')}
              />
            </>
          )}
          {last && (
            <>
              <Review values={form.values} onEdit={(field) => setStep(stepOf(field))} />
              <Group gap="xs" align="flex-end" wrap="nowrap">
                <TextInput
                  {...input('smsCode')}
                  withAsterisk
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={limits.verificationCode}
                  className={styles.phone}
                />
                <Button
                  size="sm"
                  variant="default"
                  miw={132}
                  onClick={sendCode}
                  loading={sendingCode}
                  disabled={left > 0}
                >
                  {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
                </Button>
              </Group>
            </>
          )}
          <Group justify="space-between" mt="sm">
            {step === 0 ? (
              <Text c="dimmed">
                {t('register.hasAccount')}{' '}
                <Anchor component={PublicLink} to="/login" inherit underline="always">
                  {t('register.logIn')}
                </Anchor>
              </Text>
            ) : (
              <Button size="sm" variant="default" onClick={() => setStep(step - 1)}>
                {t('common:back')}
              </Button>
            )}
            <Button size="sm" type="submit" loading={busy}>
              {last ? t('register.submit') : t('common:continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
