import { Button } from '@mantine/core'
import { IconGhost2, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../../api/call.ts'
import { explain } from '../../../session/messages.ts'
import { Nothing } from '../../../ui/Nothing.tsx'

/** Why a settlement or a payslip cannot be shown. */
export function Missing({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTranslation(['guilds', 'list'])
  if (error === null || isRefused(error, 10032, 10009))
    return <Nothing icon={IconGhost2} title={t('settlement.none')} text={t('settlement.noneHint')} />
  if (isRefused(error, 10026))
    return (
      <Nothing
        icon={IconLock}
        title={t('list:states.forbidden')}
        text={t('list:states.forbiddenWhy', { menu: 'guilds.settleAccounts' })}
      />
    )
  return (
    <Nothing
      icon={IconPlugConnectedX}
      alarm
      title={t('list:states.failed')}
      text={explain(error)?.text ?? ''}
      action={
        <Button variant="default" onClick={again}>
          {t('list:states.retry')}
        </Button>
      }
    />
  )
}
