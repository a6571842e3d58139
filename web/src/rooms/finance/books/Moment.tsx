// Chooses the moment of a trial balance.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'
import { pathOf } from './BooksTabs.tsx'

export default function Moment({ close }: DrawerProps) {
  const { t } = useTranslation('finance')
  const navigate = useNavigate()
  const [at, setAt] = useState('')
  return (
    <SideDrawer title={t('actions.books.moment')} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (at) void navigate(pathOf('trial', { at }))
        }}
      >
        <Stack gap="md">
          <Text c="dimmed">{t('books.moment.hint')}</Text>
          <DateTimeField label={t('filters.at')} value={at} onChange={setAt} />
          <Group>
            <Button type="submit" disabled={at === ''}>
              {t('books.moment.show')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SideDrawer>
  )
}
