// Why the page of one record cannot be shown: there is no such record, no permission, or the request failed.
import { Button } from '@mantine/core'
import { IconGhost2, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../api/call.ts'
import { explain } from '../session/messages.ts'
import { Nothing } from '../ui/Nothing.tsx'

type Props = {
  error: unknown
  again: () => void
  /** The menu that the call needs. */
  menu: string
  /** What to say when there is no such record. */
  none: { title: string; text: string }
}

export function Missing({ error, again, menu, none }: Props) {
  const { t } = useTranslation('list')
  if (error === null || isRefused(error, 10032, 10009)) return <Nothing icon={IconGhost2} {...none} />
  if (isRefused(error, 10026))
    return <Nothing icon={IconLock} title={t('states.forbidden')} text={t('states.forbiddenWhy', { menu })} />
  return (
    <Nothing
      icon={IconPlugConnectedX}
      alarm
      title={t('states.failed')}
      text={explain(error)?.text ?? ''}
      action={
        <Button variant="default" onClick={again}>
          {t('states.retry')}
        </Button>
      }
    />
  )
}
