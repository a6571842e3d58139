import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../ui/behaviour/useSend.ts'

/** Asks for a view's name, and whether to share it. */
export default function NameView(props: {
  usedNames: readonly string[]
  save: (view: { name: string; shared: boolean }) => Promise<void>
  close: () => void
}) {
  const { t } = useTranslation(['list', 'common'])
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const { busy, send } = useSend()
  const fault = props.usedNames.includes(name.trim()) ? t('list:views.taken') : undefined
  return (
    <Modal
      opened
      onClose={props.close}
      title={t('list:views.save')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send(() => props.save({ name: name.trim(), shared }))
        }}
      >
        <TextInput
          label={t('list:views.name')}
          description={t('list:views.nameHint')}
          data-autofocus
          required
          maxLength={50}
          value={name}
          error={fault}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          mt="sm"
          label={t('list:views.shareNew')}
          description={t('list:views.shareHint')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={props.close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === '' || fault !== undefined}>
            {t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
