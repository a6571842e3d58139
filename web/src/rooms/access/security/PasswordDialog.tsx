import { passwordChange } from '@greenroom/contract/access'
import { codes } from '@greenroom/contract/errors'
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../../api/call.ts'
import { explain, showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'

/** Change password, with the rules and texts of spec section 5. Input stays if the server refuses. */
export default function PasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const { busy: sending, send: sendOnce } = useSend()
  const form = useForm({
    initialValues: { password: '', newPassword: '', newPasswordConfirm: '' },
    validate: {
      password: (old) => (old === '' ? t('password.oldEmpty') : null),
      newPassword: (fresh, { password }) =>
        fresh === '' ? t('password.newEmpty') : fresh === password ? t('password.same') : null,
      newPasswordConfirm: (again, { newPassword }) =>
        again === '' ? t('password.againEmpty') : again === newPassword ? null : t('password.different'),
    },
  })

  const close = () => {
    form.reset()
    onClose()
  }

  const send = form.onSubmit((values) => sendOnce(() => change(values)))
  const change = async ({ password, newPassword }: typeof form.values) => {
    try {
      await call(passwordChange, { password, newPassword })
      showSuccess(t('password.done'))
      close()
    } catch (error) {
      if (isRefused(error, codes.wrongAccountOrPassword)) form.setFieldError('password', explain(error)?.text)
      else if (isRefused(error, codes.passwordTooSimple)) form.setFieldError('newPassword', explain(error)?.text)
      else showError(error)
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('password.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          <PasswordInput
            label={t('password.old')}
            autoComplete="current-password"
            data-autofocus
            withAsterisk
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={t('password.new')}
            description={t('password.hint')}
            autoComplete="new-password"
            withAsterisk
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput
            label={t('password.again')}
            autoComplete="new-password"
            withAsterisk
            {...form.getInputProps('newPasswordConfirm')}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={close}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={sending}>
              {t('common:confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
