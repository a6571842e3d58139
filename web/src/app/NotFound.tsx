import { Button, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicLink } from '../session/address.tsx'
import styles from './Page.module.css'

/** /404, and a screen that the web doesn't have. */
export default function NotFound() {
  const { t } = useTranslation('shell')
  const title = t('title', { page: t('notFound.title') })
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => void (document.title = before)
  }, [title])
  return (
    <section className={styles.page}>
      <span className={styles.code}>404</span>
      <Title order={1}>{t('notFound.title')}</Title>
      <Text c="dimmed">{t('notFound.why')}</Text>
      <Button component={PublicLink} to="/">
        {t('notFound.home')}
      </Button>
    </section>
  )
}
