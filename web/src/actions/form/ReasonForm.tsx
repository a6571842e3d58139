import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../../ui/behaviour/useAttempt.ts'

type Props = {
  /** The question above the field. */
  children?: ReactNode
  hint: string
  submit: string
  run: (reason: string) => Promise<unknown>
  cancel: () => void
}

/** Asks for the reason of one serious step outside a list; a refusal is shown under the field. */
export function ReasonForm({ children, hint, submit, run, cancel }: Props) {
  const { t } = useTranslation(['list', 'common'])
  const [reason, setReason] = useState('')
  const { busy, fault, attempt } = useAttempt()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(() => run(reason))
      }}
    >
      <Stack gap="sm">
        {children}
        <Textarea
          label={t('list:form.reason')}
          description={hint}
          required
          autoFocus
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={fault || undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red.9" loading={busy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
