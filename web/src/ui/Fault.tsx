import { Alert } from '@mantine/core'

/** Why work failed that was sent outside a `FormDrawer` (`useAttempt`); nothing while there is no text. */
export function Fault({ text }: { text: string }) {
  if (text === '') return null
  return (
    <Alert color="red" role="alert" p="xs">
      {text}
    </Alert>
  )
}
