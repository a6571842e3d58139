// An answer that is shown once, such as a new password.
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { actionLabel } from '../i18n/actionLabel.ts'
import { label } from '../ui/labels.ts'
import type { Answered } from './pending.ts'

export default function AnswerDialog({ answered, close }: { answered: Answered; close: () => void }) {
  const { action, rows, answer, Content } = answered
  const { t } = useTranslation('common')
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={label(actionLabel(action.id))}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Content answer={answer} rows={rows} close={close} />
    </Modal>
  )
}
