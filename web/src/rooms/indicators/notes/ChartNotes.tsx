// The notes on the shown days, with their authors.
import type { Answer } from '@greenroom/contract/call'
import { dayNoteDelete, type indicatorFigures } from '@greenroom/contract/indicators'
import { dayNoted } from '@greenroom/contract/sentences/indicators'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import type { ScreenKind } from '../figureFilters.ts'
import classes from './notes.module.css'

type Note = Answer<typeof indicatorFigures>['notes'][number]

export function Notes({ kind, notes }: { kind: ScreenKind; notes: readonly Note[] }) {
  const { t } = useTranslation('indicators')
  const queries = useQueryClient()
  const { send } = useSend()
  const remove = async (note: Note) => {
    try {
      await call(dayNoteDelete, { kind, id: note.id })
      showSuccess(dayNoted('deleted', note)[textLanguage()])
      await queries.invalidateQueries({ queryKey: ['indicators'] })
    } catch (error) {
      showError(error)
    }
  }
  if (notes.length === 0) return null
  return (
    <ul className={classes['notes']} aria-label={t('notes.label')}>
      {notes.map((note) => (
        <li key={note.id} data-kind={note.kind} title={note.by}>
          <bdi dir="ltr">{note.fromDay === note.toDay ? note.fromDay : `${note.fromDay} – ${note.toDay}`}</bdi>
          <span>{t(`about.${note.kind}`)}</span>
          <bdi className={classes['text']}>{note.text}</bdi>
          {note.mayDelete && (
            <ActionIcon
              size={20}
              variant="subtle"
              color="gray"
              aria-label={`${t('notes.delete')}: ${note.text}`}
              onClick={() => send(() => remove(note))}
            >
              <IconX size={13} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}
