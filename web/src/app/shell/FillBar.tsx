import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './Shell.module.css'

/** The simulated app's progress in generating its history, as a bar. */
export default function FillBar({ percent }: { percent: number }) {
  const { t } = useTranslation('shell')
  return (
    <div className={styles['fill']} role="status">
      <Text size="sm">{t('fill', { percent })}</Text>
      <Progress value={percent} size="sm" aria-label={t('fill', { percent })} />
    </div>
  )
}
