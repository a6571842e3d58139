import { Stack, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The empty state: why, and what to do about it. */
export function Nothing(props: { icon: Icon; title: string; text?: string; action?: ReactNode; alarm?: true }) {
  return (
    <Stack align="center" gap={6} maw={420} ta="center" role={props.alarm ? 'alert' : undefined}>
      <ThemeIcon size={38} radius="xl" variant="light" color={props.alarm ? 'red' : 'gray'}>
        <props.icon size={20} aria-hidden />
      </ThemeIcon>
      <Text fw={600} mt={4}>
        {props.title}
      </Text>
      {props.text && (
        <Text c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {props.text}
        </Text>
      )}
      {props.action && <div style={{ marginTop: 8 }}>{props.action}</div>}
    </Stack>
  )
}
