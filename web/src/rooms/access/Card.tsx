import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Card.module.css'

type Props = { title: string; lead?: ReactNode; wide?: boolean; children: ReactNode }

/** The card in the middle of a public page. */
export function Card({ title, lead, wide, children }: Props) {
  return (
    <section className={styles.card} data-wide={wide}>
      <Title order={1} className={styles.title}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" className={styles.lead}>
          {lead}
        </Text>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  )
}
