import { limits } from '@greenroom/contract/limits'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './Register.module.css'
import { passwordRules } from './registerFields.ts'

/** The rules of an agency's password, each checked off once it is met. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('access')
  const rules = [
    [
      t('register.rules.length', { min: limits.agencyPasswordMin, max: limits.agencyPasswordMax }),
      passwordRules.length(password),
    ],
    [t('register.rules.kinds'), passwordRules.kinds(password)],
    [t('register.rules.mixed'), passwordRules.mixed(password)],
  ] as const
  return (
    <ul className={styles.rules}>
      {rules.map(([rule, kept]) => (
        <li key={rule} data-kept={kept}>
          {kept ? <IconCheck size={13} aria-label={t('register.rules.kept')} /> : <IconPoint size={13} aria-hidden />}
          {rule}
        </li>
      ))}
    </ul>
  )
}
