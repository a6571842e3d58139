import { Button, Code, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Page.module.css'

type State = { error: Error | undefined }

/** Keeps a screen's crash from taking the shell with it, and says what to do. */
export class Broken extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    return this.state.error ? <BrokenPage error={this.state.error} /> : this.props.children
  }
}

/** A chunk that is gone means that the server has a newer build. */
const isLoadFailure = (error: Error) => /dynamically imported module|module script|Failed to fetch/i.test(error.message)

function BrokenPage({ error }: { error: Error }) {
  const { t } = useTranslation('shell')
  return (
    <section className={styles.page} role="alert">
      <Title order={1}>{t('broken.title')}</Title>
      <Text c="dimmed">{isLoadFailure(error) ? t('broken.update') : t('broken.why')}</Text>
      <Code block>{error.message}</Code>
      <Button onClick={() => location.reload()}>{t('broken.again')}</Button>
    </section>
  )
}
