import { Button, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../../../session/messages.ts'
import styles from '../Home.module.css'

type Query = { isPending: boolean; error: unknown; refetch: () => unknown }

type Props = {
  title: string
  query: Query
  /** The text of the empty state; undefined if there is content. */
  empty: string | undefined
  /** The number of skeleton lines, about as many as the content. */
  lines: number
  children: ReactNode
}

/** A panel of Home with its states: loading, failed, empty, content. */
export function Panel({ title, query, empty, lines, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <Title order={2} id={id} className={styles.panelTitle}>
        {title}
      </Title>
      <Content query={query} empty={empty} lines={lines}>
        {children}
      </Content>
    </section>
  )
}

function Content({ query, empty, lines, children }: Omit<Props, 'title'>) {
  const { t } = useTranslation('common')
  if (query.isPending) {
    return (
      <div className={styles.padded} role="status" aria-label={t('loading')}>
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} height={16} my={9} />
        ))}
      </div>
    )
  }
  if (query.error) {
    return (
      <div className={styles.padded} role="alert">
        <Text mb="xs">{explain(query.error)?.text}</Text>
        <Button variant="default" onClick={() => query.refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  }
  if (empty !== undefined) {
    return (
      <Text c="dimmed" className={styles.padded}>
        {empty}
      </Text>
    )
  }
  return children
}
