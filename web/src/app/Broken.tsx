import { Button, Loader, Text, Title } from '@mantine/core'
import { Component, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listenToReach, reachNow, unanswered } from '../api/reach.ts'
import { hear } from '../session/heard.ts'
import { isLoadFailure } from '../session/messages.ts'
import { loadAgain } from '../ui/loadable.tsx'
import styles from './Page.module.css'

type Props = {
  /** The current address; another one retries the screen. */
  at?: string
  children: ReactNode
}
type State = { error: Error | undefined }

/** Error boundary of a screen: keeps the shell, says what to do, and retries automatically if that can help. */
export class Broken extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown) {
    hear(isLoadFailure(error) ? 'load' : 'crash', error)
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.at !== this.props.at) this.again()
  }

  readonly again = () => {
    loadAgain()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return isLoadFailure(error) ? (
      <NotLoaded error={error} again={this.again} />
    ) : (
      <Crashed error={error} again={this.again} />
    )
  }
}

function Crashed({ error, again }: { error: Error; again: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <section className={styles.page} role="alert">
      <Title order={1}>{t('broken.title')}</Title>
      <Text c="dimmed">{t('broken.why')}</Text>
      <pre className={styles.error}>{error.message}</pre>
      <div className={styles.buttons}>
        <Button onClick={again}>{t('broken.retry')}</Button>
        <Button variant="default" onClick={() => location.reload()}>
          {t('broken.again')}
        </Button>
      </div>
    </section>
  )
}

/** Number of failed loads of a file while the server answered. */
const failures = new Map<string, number>()
const reloadedKey = 'greenroom:reloadedFor'

/**
 * The screen's code failed to load. It is retried once the server answers; if that fails too, the server has a newer build (or the
 * browser cached the failure), and the page is reloaded, once for each file.
 */
function NotLoaded({ error, again }: { error: Error; again: () => void }) {
  const { t } = useTranslation('shell')
  useEffect(() => {
    const retry = () => {
      if (reachNow().lost) return
      const times = (failures.get(error.message) ?? 0) + 1
      failures.set(error.message, times)
      if (times <= 1) return again()
      if (sessionStorage.getItem(reloadedKey) === error.message) return
      sessionStorage.setItem(reloadedKey, error.message)
      location.reload()
    }
    unanswered()
    return listenToReach(retry)
  }, [error, again])
  return (
    <section className={styles.page} role="alert">
      <Title order={1}>{t('broken.notLoaded')}</Title>
      <Text c="dimmed">{t('broken.update')}</Text>
      <div className={styles.buttons}>
        <Loader size="sm" aria-hidden />
        <Button variant="default" onClick={() => location.reload()}>
          {t('broken.again')}
        </Button>
      </div>
    </section>
  )
}
