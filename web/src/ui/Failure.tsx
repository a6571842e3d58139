// Why something could not be loaded: no permission, or a failure, with a retry.
import { Button } from '@mantine/core'
import { IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../api/call.ts'
import { explain } from '../session/messages.ts'
import { Nothing } from './Nothing.tsx'

type Props = {
  error: unknown
  /** The menu that the call needs; undefined if having opened the screen proves the right. */
  menu?: string
  again?: () => void
  busy?: boolean
}

export function Failure({ error, menu, again, busy = false }: Props) {
  const { t } = useTranslation('list')
  if (menu !== undefined && isRefused(error, 10026))
    return <Nothing icon={IconLock} title={t('states.forbidden')} text={t('states.forbiddenWhy', { menu })} />
  return (
    <Nothing
      icon={IconPlugConnectedX}
      alarm
      title={t('states.failed')}
      text={explain(error)?.text ?? ''}
      action={
        again && (
          <Button variant="default" onClick={again} loading={busy}>
            {t('states.retry')}
          </Button>
        )
      }
    />
  )
}
