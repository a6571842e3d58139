import { linkCode, linkInfo, passwordByLink } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { Alert, Anchor, Button, Checkbox, Group, Loader, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { dateTime, ownZone, zoneName } from '../../format/time.ts'
import { goTo, PublicLink } from '../../session/address.tsx'
import { explain, showError, showSuccess } from '../../session/messages.ts'
import { useCountdown } from '../../ui/behaviour/useCountdown.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Card } from './Card.tsx'
import { logIn } from './logIn.ts'

type Link = Answer<typeof linkInfo>

/** A time where the reader is, with its zone: no top bar names it here. */
const timeHere = (at: string) => `${dateTime(at, ownZone())} ${zoneName(ownZone(), new Date(at))}`

/**
 * /invite#<token>: the holder of an account sets its first or a new password with a link, and the approver's code where two made it. Then the
 * log-in goes on by itself. The token is in the fragment, which is in no log.
 */
export default function Invitation() {
  const { t } = useTranslation('access')
  const [token] = useState(() => window.location.hash.slice(1))
  const [link, setLink] = useState<Link>()
  const [fault, setFault] = useState<string>()
  const [round, setRound] = useState(0)
  const again = () => {
    setFault(undefined)
    setRound(round + 1)
  }

  useEffect(() => {
    document.title = t('invite.page')
  }, [t])
  // biome-ignore lint: `round` looks again
  useEffect(() => {
    const stop = new AbortController()
    call(linkInfo, { token: token === '' ? '-' : token }, { signal: stop.signal }).then(setLink, (error: unknown) => {
      if (!stop.signal.aborted) setFault(explain(error)?.text)
    })
    return () => stop.abort()
  }, [token, round])

  if (fault !== undefined)
    return (
      <Card title={t('invite.title')}>
        <Stack gap="sm">
          <Alert color="red" role="alert">
            {fault}
          </Alert>
          <Button size="sm" onClick={again}>
            {t('invite.again')}
          </Button>
        </Stack>
      </Card>
    )
  if (!link)
    return (
      <Card title={t('invite.title')}>
        <Loader size="sm" aria-label={t('invite.loading')} />
      </Card>
    )
  if (link.state !== 'open')
    return (
      <Card title={t(`invite.states.${link.state}.title`)} lead={t(`invite.states.${link.state}.lead`)}>
        <Stack gap="sm">
          {link.state === 'waits' && (
            <Button size="sm" onClick={again}>
              {t('invite.look')}
            </Button>
          )}
          <Anchor component={PublicLink} to="/login" underline="always" ta="center">
            {t('invite.toLogin')}
          </Anchor>
        </Stack>
      </Card>
    )
  return <SetPassword token={token} link={link} changed={again} />
}

const empty = { code: '', phoneCode: '', newPassword: '', again: '' }
type Field = keyof typeof empty

const linkCodeDigits = 8

/** The code that proves the account's number, and the button that sends it. */
function PhoneProof({ token, phone, input }: { token: string; phone: string; input: object }) {
  const { t } = useTranslation('access')
  const { left, start } = useCountdown()
  const { busy, send } = useSend()
  const ask = () =>
    send(async () => {
      try {
        start((await call(linkCode, { token })).retryAfterSeconds)
        showSuccess(t('reset.sent'))
      } catch (error) {
        showError(error)
      }
    })
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        {...input}
        label={t('code.label')}
        description={<bdi dir="ltr">{phone}</bdi>}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={limits.verificationCode}
        style={{ flex: 1 }}
      />
      <Button variant="default" size="sm" miw={118} onClick={() => void ask()} disabled={left > 0} loading={busy}>
        {left > 0 ? t('code.again', { seconds: left }) : t('code.send')}
      </Button>
    </Group>
  )
}

function SetPassword({ token, link, changed }: { token: string; link: Link; changed: () => void }) {
  const { t } = useTranslation('access')
  const [values, setValues] = useState(empty)
  const [binds, setBinds] = useState(true)
  const [tried, setTried] = useState(false)
  const { busy: sending, send } = useSend()
  const offers = link.secondFactor === 'none'

  const wrong: Partial<Record<Field, string>> = {
    ...(link.needsCode &&
      values.code.trim().length < linkCodeDigits && { code: t('code.short', { digits: linkCodeDigits }) }),
    ...(link.provesPhone &&
      values.phoneCode.trim().length !== limits.verificationCode && {
        phoneCode: t('code.short', { digits: limits.verificationCode }),
      }),
    ...(values.newPassword.length < limits.agencyPasswordMin && { newPassword: t('reset.rule') }),
    ...(values.newPassword !== values.again && { again: t('reset.different') }),
  }
  const field = (name: Field) => ({
    size: 'sm',
    value: values[name],
    error: tried && wrong[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })

  const enter = async (username: string, password: string) => {
    try {
      const step = await logIn({ username, password, ...(offers && binds && { bind: true }) })
      if (step === 'done') goTo('/', { replace: true })
      else goTo(step === 'sms' ? '/verify' : '/googleCode', { replace: true })
    } catch (error) {
      // The password is set: whatever is wrong with the log-in, its page says it.
      showError(error)
      goTo('/login', { replace: true })
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(wrong).length > 0) return
    await send(async () => {
      let username: string
      try {
        const { newPassword } = values
        const code = link.needsCode ? { code: values.code.trim() } : {}
        const proof = link.provesPhone ? { phoneCode: values.phoneCode.trim() } : {}
        username = (await call(passwordByLink, { token, newPassword, ...code, ...proof })).username
      } catch (error) {
        showError(error)
        return changed()
      }
      await enter(username, values.newPassword)
    })
  }

  return (
    <Card
      title={link.invites ? t('invite.title') : t('reset.title')}
      lead={link.needsCode ? t('reset.byLink') : t('invite.lead')}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t('login.username')}
            autoComplete="username"
            size="sm"
            readOnly
            value={link.username}
            description={link.expiresAt && t('invite.until', { at: timeHere(link.expiresAt) })}
          />
          {link.needsCode && (
            <TextInput
              {...field('code')}
              label={t('code.label')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              autoFocus
            />
          )}
          {link.provesPhone && <PhoneProof token={token} phone={link.phone} input={field('phoneCode')} />}
          <PasswordInput
            {...field('newPassword')}
            label={t('reset.newPassword')}
            description={t('reset.rule')}
            autoComplete="new-password"
            autoFocus={!link.needsCode}
          />
          <PasswordInput {...field('again')} label={t('reset.again')} autoComplete="new-password" />
          {link.secondFactor === 'none' ? (
            <Checkbox
              label={t('invite.bind')}
              checked={binds}
              onChange={(event) => setBinds(event.currentTarget.checked)}
            />
          ) : (
            <Text>{t(`invite.asks.${link.secondFactor}`)}</Text>
          )}
          <Button type="submit" size="sm" mt={6} fullWidth loading={sending}>
            {t('invite.submit')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
