import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { label: string; description?: string; value: string; onChange: (value: string) => void; error?: unknown }

/** The error in a JSON text; undefined if it is valid. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** JSON as text, with the position of errors and formatting. */
export function JsonField({ label, description, value, onChange, error }: Props) {
  const { t } = useTranslation('list')
  const fault = value.trim() === '' ? undefined : jsonFault(value)
  return (
    <Stack gap={4}>
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={(error as string | undefined) ?? (fault && t('json.wrong', { why: fault }))}
      />
      <Group justify="flex-end">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={fault !== undefined || value.trim() === ''}
          onClick={() => onChange(JSON.stringify(JSON.parse(value), null, 2))}
        >
          {t('json.tidy')}
        </Button>
      </Group>
    </Stack>
  )
}
