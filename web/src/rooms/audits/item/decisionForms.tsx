import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { id, optional, prose } from '@greenroom/contract/fields'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { Alert, Input, Skeleton, Stack, Textarea } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import { call } from '../../../api/call.ts'
import { offeredForAll } from '../../../page/desk/offeredReasons.ts'
import { ReasonChoice } from '../../../page/desk/ReasonChoice.tsx'
import { explain } from '../../../session/messages.ts'
import { NoTemplates, type Template, useReasons } from '../reasonTemplates.tsx'
import type { OfItem } from './ofItem.ts'

// Form to pass a failed item.
export type Passing = { note: string }

export const passForm: ActionForm<Passing> = {
  schema: z.object({ note: optional(prose(500)) }),
  initial: { note: '' },
  Fields: function PassFields({ form }) {
    const { t } = useTranslation('audits')
    return (
      <Textarea
        label={t('fields.note')}
        description={t('log.noteHint')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    )
  },
}

/** `why` is the template's title, for the message. */
export type Failing = { templateId: string; note: string; why?: Sentence | undefined }

type Templates = readonly Template[]

/** Templates offered in all these queues, in order. */
function useShared(kinds: readonly OfItem['kind'][]) {
  return useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['audits', 'templates', kind],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(auditTemplateChoices, { kind }, { signal }),
    })),
    combine: (answers) => ({
      error: answers.find(({ error }) => error)?.error,
      templates: answers.every(({ data }) => data) ? shared(answers.map(({ data }) => data!.templates)) : undefined,
    }),
  })
}

const shared = ([first = [], ...others]: Templates[]): Templates =>
  first.filter(({ templateId }) => others.every((list) => list.some((one) => one.templateId === templateId)))

type ReasonsProps = {
  templates: Templates
  rows: readonly OfItem[]
  field: { value?: unknown; error?: ReactNode; 'data-path'?: string }
  choose: (templateId: string) => void
}

/** A digit chooses, Enter sends the form. */
function Reasons({ templates, rows, field, choose }: ReasonsProps) {
  const { t } = useTranslation('audits')
  const reasons = useReasons(templates)
  const offered = offeredForAll(
    reasons,
    rows.map(({ labels = [] }) => ({ labels })),
  )
  const list = useRef<HTMLDivElement>(null)
  const offer = useEffectEvent(() => {
    if (offered && !field.value) choose(offered.id)
    // They load after the dialog has focused its first field.
    list.current?.focus()
  })
  useEffect(() => offer(), [])
  if (reasons.length === 0) return <NoTemplates />
  return (
    <Input.Wrapper
      label={t('fields.templateId')}
      description={t('log.templateHint')}
      error={field.error}
      labelElement="div"
      required
    >
      <ReasonChoice
        ref={list}
        label={t('fields.templateId')}
        reasons={reasons}
        value={typeof field.value === 'string' ? field.value : undefined}
        offered={offered}
        digits="choose"
        {...(field['data-path'] !== undefined && { path: field['data-path'] })}
        choose={choose}
        send={() => list.current?.closest('form')?.requestSubmit()}
      />
    </Input.Wrapper>
  )
}

/** Form to fail a passed item: the text for the user, from a template offered in all these queues. */
export const failForm: ActionForm<Failing> = {
  schema: z.object({
    templateId: id(),
    note: optional(prose(500)),
    why: z.object({ en: z.string(), cn: z.string() }).optional(),
  }),
  initial: { templateId: '', note: '' },
  Fields: function FailFields({ form, rows }) {
    const { t } = useTranslation('audits')
    const kinds = [...new Set((rows as readonly OfItem[]).map(({ kind }) => kind))]
    const { templates, error } = useShared(kinds)
    return (
      <Stack gap="sm">
        {error ? (
          <Alert color="red" role="alert" p="xs">
            {explain(error)?.text ?? ''}
          </Alert>
        ) : templates === undefined ? (
          <Skeleton h={160} />
        ) : (
          <Reasons
            templates={templates}
            rows={rows as readonly OfItem[]}
            field={form.getInputProps('templateId')}
            choose={(templateId) => {
              const found = templates.find((one) => String(one.templateId) === templateId)
              form.setFieldValue('templateId', templateId)
              form.setFieldValue('why', found && { en: found.titleEn, cn: found.titleCn })
            }}
          />
        )}
        <Textarea
          label={t('fields.note')}
          description={t('log.noteHint')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          {...form.getInputProps('note')}
        />
      </Stack>
    )
  },
}
