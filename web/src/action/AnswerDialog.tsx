// An answer that is shown once, such as a new password.
import { Modal } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { label } from '../ui/labels.ts'
import { actionLabel } from './action.ts'
import type { Answered } from './useRunAction.tsx'

type Shown = ComponentType<{ answer: unknown; rows: readonly any[]; close: () => void }>

export default function AnswerDialog({ answered, close }: { answered: Answered; close: () => void }) {
  const { action, rows, answer } = answered
  const { t } = useTranslation('common')
  const [Content, setContent] = useState<{ of: Shown }>()
  useEffect(() => {
    void action.answer?.().then((loaded) => setContent({ of: loaded.default }))
  }, [action])
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={label(actionLabel(action.id))}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {Content && <Content.of answer={answer} rows={rows} close={close} />}
    </Modal>
  )
}
