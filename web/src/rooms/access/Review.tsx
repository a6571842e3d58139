import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './Register.module.css'
import type { Field, Values } from './registerFields.ts'

type Shown = Exclude<Field, 'areaCode' | 'cmsPassWord' | 'passwordAgain' | 'smsCode'>
const shown: readonly Shown[] = [
  'unionName',
  'sysInviterId',
  'parentId',
  'leaderName',
  'userNumber',
  'leaderEmail',
  'leaderPhone',
  'cmsUserName',
]

/** All input before sending, each with a link back to its field. */
export function Review({ values, onEdit }: { values: Values; onEdit: (field: Field) => void }) {
  const { t } = useTranslation('access')
  return (
    <dl className={styles.review}>
      {shown
        .filter((field) => values[field].trim() !== '')
        .map((field) => {
          const label = t(`register.fields.${field}`)
          return (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                <bdi>{field === 'leaderPhone' ? `${values.areaCode} ${values.leaderPhone}` : values[field]}</bdi>
              </dd>
              <dd>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={t('register.edit', { field: label })}
                  onClick={() => onEdit(field)}
                >
                  {t('register.change')}
                </Button>
              </dd>
            </div>
          )
        })}
    </dl>
  )
}
