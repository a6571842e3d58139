// Pins a figure or chart with the filters of the screen to a board.
import { ActionIcon } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { useSession } from '../../../session/session.ts'

export function PinButton({ as, of, name }: { as: 'figure' | 'chart'; of: string; name: string }) {
  const { t } = useTranslation('indicators')
  const { may } = useSession()
  const drawer = useDrawer()
  if (!may('indicators.board', 'write')) return null
  const pin = () => drawer.open('pin', `${as}:${of}`)
  const label = t('board.pin', { name })
  return (
    <ActionIcon size={as === 'figure' ? 24 : 28} aria-label={label} title={label} onClick={pin}>
      <IconPin size={as === 'figure' ? 14 : 16} aria-hidden />
    </ActionIcon>
  )
}
