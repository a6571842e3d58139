import '@mantine/core/styles/PinInput.layer.css'
import { limits } from '@greenroom/contract/limits'
import { Anchor, Button, Input, PinInput, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../api/call.ts'
import { goTo, PublicLink } from '../../session/address.tsx'
import { explain, showError } from '../../session/messages.ts'
import { takeReturnPath } from '../../session/notice.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { forgetPending, type LoginStep } from './logIn.ts'

type Props = {
  label: string
  /** Above the code: how to get one. */
  children?: ReactNode
  submit: (code: string) => Promise<LoginStep>
}

/**
 * Six digits that finish a log-in, submitted automatically after the last one. A wrong code is cleared: if it were overtyped digit by
 * digit, each mixture of old and new would be submitted and use up a try.
 */
export function CodeStep({ label, children, submit }: Props) {
  const { t } = useTranslation('access')
  const [code, setCode] = useState('')
  const [round, setRound] = useState(0)
  const [error, setError] = useState<string>()
  const { busy: sending, send: sendOnce } = useSend()

  const send = (typed: string) => sendOnce(() => check(typed))
  const check = async (typed: string) => {
    if (typed.length < limits.verificationCode) {
      setError(t('code.short', { digits: limits.verificationCode }))
      return
    }
    try {
      const step = await submit(typed)
      if (step === 'done') goTo(takeReturnPath(), { replace: true })
      else goTo(step === 'sms' ? '/verify' : '/googleCode', { replace: true })
    } catch (refusal) {
      setError(explain(refusal)?.text)
      if (isRefused(refusal)) {
        setCode('')
        setRound(round + 1)
      }
      showError(refusal)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(code)
      }}
    >
      <Stack gap="md">
        {children}
        <Input.Wrapper label={label} error={error} labelElement="div">
          <PinInput
            key={round}
            length={limits.verificationCode}
            type="number"
            oneTimeCode
            autoFocus
            size="md"
            gap={8}
            mt={4}
            value={code}
            error={error !== undefined}
            readOnly={sending}
            aria-label={label}
            getInputProps={(index) => ({ 'aria-label': t('code.digit', { number: index + 1 }) })}
            onChange={(typed) => {
              setCode(typed)
              setError(undefined)
            }}
            onComplete={send}
          />
        </Input.Wrapper>
        <Button type="submit" size="sm" fullWidth loading={sending}>
          {t('code.submit')}
        </Button>
        <Anchor component={PublicLink} to="/login" replace onClick={forgetPending} underline="always" ta="center">
          {t('code.back')}
        </Anchor>
      </Stack>
    </form>
  )
}
