import { captchaNew, demo } from '@greenroom/contract/access'
import { limits } from '@greenroom/contract/limits'
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { goTo, PublicLink } from '../../session/address.tsx'
import { showError } from '../../session/messages.ts'
import { type Notice, takeNotice, takeReturnPath } from '../../session/notice.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Note } from '../../ui/values/Note.tsx'
import type { Captcha } from './CaptchaField.tsx'
import { Card } from './Card.tsx'
import type { DemoAccount } from './DemoAccounts.tsx'
import { logIn, wantsCaptcha } from './logIn.ts'

// Only after several failures.
const CaptchaField = lazy(() => import('./CaptchaField.tsx').then((module) => ({ default: module.CaptchaField })))
const newCaptcha = (): Promise<Captcha> => call(captchaNew, {})

// Only where a simulated app runs.
const DemoAccounts = lazy(() => import('./DemoAccounts.tsx'))

/** What was typed into the form of the page itself, before the app was there, and the answer if it was sent: `public/early.js`. */
type Early = { username: string; password: string; isInPassword: boolean; sent: Promise<Response> | undefined }

declare global {
  interface Window {
    /** Undefined where the server left that form out. */
    earlyLogin?: () => Early
  }
}

let left: Notice | undefined
/** Read once per page, also in React's strict mode. */
const noticeLeft = () => {
  left = takeNotice() ?? left
  return left
}

/** /login: account and password; a second step follows if the account's role requires one. */
export default function Login() {
  const { t } = useTranslation(['access', 'errors'])
  const [notice] = useState(noticeLeft)
  const { busy: sending, send: sendOnce } = useSend()
  const [early] = useState(() => window.earlyLogin?.())
  const [username, setUsername] = useState(early?.username ?? '')
  const [password, setPassword] = useState(early?.password ?? '')
  const [tried, setTried] = useState(false)
  const usernameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  // Two fields don't need the form library, which would add to this page's size.
  const usernameWrong = username.trim() === '' ? t('login.usernameEmpty') : undefined
  const passwordWrong =
    password.length < limits.loginPasswordMin ? t('login.passwordShort', { min: limits.loginPasswordMin }) : undefined

  useEffect(() => {
    document.title = t('login.page')
  }, [t])

  const [accounts, setAccounts] = useState<DemoAccount[]>([])
  const [provider, setProvider] = useState<string>()
  const signing = useSend()
  /** Another way in, loaded when its button is pressed. */
  const enter = (load: () => Promise<() => Promise<void>>) => () =>
    signing.send(async () => {
      try {
        await (await load())()
      } catch (error) {
        showError(error)
      }
    })
  useEffect(() => {
    const stop = new AbortController()
    call(demo, {}, { signal: stop.signal }).then(
      (answer) => {
        setAccounts(answer.accounts)
        setProvider(answer.provider)
      },
      // Without an answer there are no accounts to show.
      () => {},
    )
    return () => stop.abort()
  }, [])
  const choose = (account: DemoAccount) => {
    setUsername(account.username)
    setPassword(account.password)
    passwordInput.current?.focus()
  }

  const [captcha, setCaptcha] = useState<Captcha>()
  const [read, setRead] = useState('')
  const [captchaWrong, setCaptchaWrong] = useState(false)
  /** Everything changes at once, with the new picture: until then, the old field keeps the focus and what was typed. */
  const refresh = async (wasWrong: boolean) => {
    try {
      setCaptcha(await newCaptcha())
    } catch (error) {
      showError(error)
    }
    setRead('')
    setCaptchaWrong(wasWrong)
  }

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (usernameWrong) return usernameInput.current?.focus()
    if (passwordWrong) return passwordInput.current?.focus()
    await sendOnce(() => start())
  }
  const start = async (sent?: Promise<Response>) => {
    try {
      const step = await logIn(
        { username, password, ...(captcha && { captcha: read, captchaId: captcha.captchaId }) },
        sent,
      )
      left = undefined
      if (step === 'done') goTo(takeReturnPath(), { replace: true })
      else goTo(step === 'sms' ? '/verify' : '/googleCode')
    } catch (error) {
      const wants = wantsCaptcha(error)
      if (!wants) showError(error)
      // A captcha is valid for one try, so load the next one.
      if (captcha || wants) await refresh(wants && captcha !== undefined)
    }
  }

  // What was typed and sent before this form was there goes on in it.
  const takeOver = useEffectEvent(() => {
    if (early?.isInPassword) passwordInput.current?.focus()
    if (early?.sent) void sendOnce(() => start(early.sent))
  })
  useEffect(() => takeOver(), [])

  return (
    <Card title={t('login.title')} lead={t('login.lead')}>
      {notice && <Note role="status">{t('errors:10007')}</Note>}
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t('login.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            size="sm"
            ref={usernameInput}
            value={username}
            error={tried && usernameWrong}
            onChange={(event) => setUsername(event.currentTarget.value)}
            onBlur={() => setUsername(username.trim())}
          />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            size="sm"
            ref={passwordInput}
            value={password}
            error={tried && passwordWrong}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {captcha && (
            <Suspense>
              <CaptchaField
                key={captcha.captchaId}
                captcha={captcha}
                value={read}
                error={captchaWrong ? t('captcha.wrong') : undefined}
                onChange={(value) => {
                  setRead(value)
                  setCaptchaWrong(false)
                }}
                onRefresh={() => void refresh(false)}
              />
            </Suspense>
          )}
          <Button type="submit" size="sm" mt={6} fullWidth loading={sending}>
            {t('login.submit')}
          </Button>
          <Button
            variant="default"
            size="sm"
            fullWidth
            loading={signing.busy}
            onClick={enter(async () => (await import('./security/passkeyLogin.ts')).logInWithPasskey)}
          >
            {t('passkey.signIn')}
          </Button>
          {provider && (
            <Button
              variant="default"
              size="sm"
              fullWidth
              onClick={enter(async () => (await import('./provider.ts')).beginLogin)}
            >
              {t('login.provider', { name: provider })}
            </Button>
          )}
          <Anchor component={PublicLink} to="/verify?for=reset" underline="always" ta="center">
            {t('login.forgot')}
          </Anchor>
        </Stack>
      </form>
      <Text mt="lg" c="dimmed">
        {t('login.noGuild')}{' '}
        <Anchor component={PublicLink} to="/register" inherit underline="always">
          {t('login.register')}
        </Anchor>
      </Text>
      {accounts.length > 0 && (
        <Suspense>
          <DemoAccounts of={accounts} onChoose={choose} />
        </Suspense>
      )}
    </Card>
  )
}
