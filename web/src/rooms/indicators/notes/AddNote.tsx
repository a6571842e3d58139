// The form of a note on days.
import { dayNoteAdd } from '@greenroom/contract/indicators'
import { dayNoteAdd as schema } from '@greenroom/contract/indicators.schema'
import { dayNoted } from '@greenroom/contract/sentences/indicators'
import { Group, Select, TextInput } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { date } from '../../../format/time.ts'
import { useSession } from '../../../session/session.ts'
import { KindContext } from '../figureFilters.ts'

const kinds = ['release', 'campaign', 'outage', 'other'] as const

export default function AddNote({ close }: DrawerProps) {
  const { t } = useTranslation('indicators')
  const kind = useContext(KindContext)
  const { timeZone, clockOffset } = useSession()
  const today = date(new Date(Date.now() + clockOffset), timeZone)
  return (
    <FormDrawer
      title={t('notes.title')}
      close={close}
      draft="indicators.note"
      call={dayNoteAdd}
      schema={schema.payload}
      initial={{ fromDay: today, toDay: today, about: 'release' as (typeof kinds)[number], text: '' }}
      payload={(values) => ({ kind, ...values })}
      message={(values) => dayNoted('added', values)}
    >
      {(form) => (
        <>
          <Group grow>
            <TextInput
              label={t('fields.fromDay')}
              placeholder={t('notes.shape')}
              required
              {...form.getInputProps('fromDay')}
            />
            <TextInput
              label={t('fields.toDay')}
              placeholder={t('notes.shape')}
              required
              {...form.getInputProps('toDay')}
            />
          </Group>
          <Select
            label={t('fields.about')}
            allowDeselect={false}
            data={kinds.map((value) => ({ value, label: t(`about.${value}`) }))}
            {...form.getInputProps('about')}
          />
          <TextInput label={t('fields.text')} required data-autofocus maxLength={300} {...form.getInputProps('text')} />
        </>
      )}
    </FormDrawer>
  )
}
