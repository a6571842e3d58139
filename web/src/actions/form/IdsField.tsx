// A pasted list of user ids, inside a larger form; invalid entries are shown with their line and removed with a click.
import { limits } from '@greenroom/contract/limits'
import { lineOf, readIds, withoutWords } from '@greenroom/contract/pastedIds'
import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../api/call.ts'
import { integer } from '../../format/number.ts'
import { label } from '../../ui/labels.ts'
import type { AnyForm } from './anyForm.ts'

/** Errors of the list before it is sent: the errors of the field `ids`. */
export function checkIds(text: string): FormErrors {
  const { ids, wrong } = readIds(text)
  if (wrong.length > 0) return { ids: label('list:ids.notIds', { count: wrong.length }) }
  if (ids.length > limits.batch) return { ids: label('list:ids.tooMany', { most: limits.batch, count: ids.length }) }
  return ids.length === 0 ? { ids: label('list:invalid.required') } : {}
}

/** The unknown ids that a refusal names (290005). */
export const unknownIds = (error: unknown): string[] =>
  isRefused(error, 290005)
    ? error.detail.flatMap(({ reason, params }) =>
        reason === 'user.unknown' ? [params?.['ids'] ?? []].flat().map(String) : [],
      )
    : []

type Props = {
  /** A form with a field `ids`: the pasted text. */
  form: AnyForm
  label: string
  /** Ids that the server does not know. */
  unknown: readonly string[]
}

/** The pasted list, the parsed ids, and invalid entries. */
export function IdsField(props: Props) {
  const { form, unknown: refused } = props
  const { t, i18n } = useTranslation('list')
  const text: string = form.values.ids
  const read = readIds(text)
  const number = (value: number) => integer(value, i18n.language)
  // Ids unknown to the server that are still in the list.
  const unknown = refused.filter((id) => read.ids.includes(Number(id)))
  const drop = (words: readonly string[]) => form.setFieldValue('ids', withoutWords(text, new Set(words)))
  return (
    <div>
      <Textarea
        label={props.label}
        description={t('ids.hint')}
        required
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('ids')}
      />
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {t('ids.read', { count: read.ids.length, ids: number(read.ids.length) })}
        {read.words.length > 0 && ` ${t('ids.words', { count: read.words.length })}`}
        {read.duplicates > 0 && ` ${t('ids.duplicates', { count: read.duplicates })}`}
      </Text>
      {read.wrong.length > 0 && (
        <Wrong
          title={t('ids.notIds', { count: read.wrong.length })}
          lines={read.wrong.slice(0, 8).map(({ text, line }) => t('ids.atLine', { text, line }))}
          more={read.wrong.length - 8}
          drop={() => drop(read.wrong.map(({ text }) => text))}
        />
      )}
      {unknown.length > 0 && (
        <Wrong
          title={t('ids.unknown', { count: unknown.length })}
          lines={unknown.slice(0, 8).map((id) => t('ids.atLine', { text: id, line: lineOf(text, Number(id)) }))}
          more={unknown.length - 8}
          drop={() => drop(unknown)}
        />
      )}
    </div>
  )
}

function Wrong(props: { title: string; lines: readonly string[]; more: number; drop: () => void }) {
  const { t } = useTranslation('list')
  return (
    <Alert color="red" p="xs" mt={6} title={props.title} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      {props.lines.map((line) => (
        <Text key={line} size="xs">
          {line}
        </Text>
      ))}
      {props.more > 0 && <Text size="xs">{t('ids.more', { count: props.more })}</Text>}
      <Group mt={6}>
        <Button size="compact-xs" variant="default" onClick={props.drop}>
          {t('ids.drop')}
        </Button>
      </Group>
    </Alert>
  )
}
