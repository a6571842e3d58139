// A captcha: picture, input, and a button for a new picture.
import type { captchaNew } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './CaptchaField.module.css'

export type Captcha = Answer<typeof captchaNew>

export function CaptchaField(props: {
  captcha: Captcha
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onRefresh: () => void
}) {
  const { t } = useTranslation('access')
  const { captcha } = props
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={t('captcha.label')}
        description={t('captcha.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        size="sm"
        maxLength={limits.captcha}
        className={styles.text ?? ''}
        value={props.value}
        error={props.error}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <img
        src={captcha.image}
        alt={t('captcha.picture')}
        width={captcha.width * 0.75}
        height={captcha.height * 0.75}
        className={styles.picture}
      />
      <ActionIcon variant="default" size={36} aria-label={t('captcha.refresh')} onClick={props.onRefresh}>
        <IconRefresh size={16} />
      </ActionIcon>
    </Group>
  )
}
