// Form to fail a passed item: the text for the user, from a template offered in all these queues.
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import type { Answer } from '@greenroom/contract/call'
import { id, optional, prose } from '@greenroom/contract/fields'
import { Alert, Radio, Skeleton, Stack, Textarea } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../action/action.ts'
import { call } from '../../../api/call.ts'
import { explain } from '../../../session/messages.ts'
import { nameIn, useLabels } from '../../../ui/labels.ts'
import classes from './item.module.css'
import type { OfItem } from './item.ts'

export type Failing = { templateId: string; note: string }

type Templates = Answer<typeof auditTemplateChoices>['templates']

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

const form: ActionForm<Failing> = {
  schema: z.object({ templateId: id(), note: optional(prose(500)) }),
  initial: { templateId: '', note: '' },
  Fields: function FailFields({ form, rows }) {
    const { t } = useTranslation('audits')
    const { language } = useLabels()
    const kinds = [...new Set((rows as readonly OfItem[]).map(({ kind }) => kind))]
    const { templates, error } = useShared(kinds)
    const first = useRef<HTMLInputElement>(null)
    // They load after the dialog has focused its first field.
    useEffect(() => first.current?.focus(), [templates !== undefined])
    return (
      <Stack gap="sm">
        {error ? (
          <Alert color="red" role="alert" p="xs">
            {explain(error)?.text ?? ''}
          </Alert>
        ) : templates === undefined ? (
          <Skeleton h={160} />
        ) : (
          <Radio.Group
            label={t('fields.templateId')}
            description={t('log.templateHint')}
            required
            {...form.getInputProps('templateId')}
          >
            <Stack gap={8} mt={6} className={classes['templates']}>
              {templates.map((template, at) => (
                <Radio
                  key={template.templateId}
                  value={String(template.templateId)}
                  label={nameIn({ en: template.titleEn, cn: template.titleCn }, language)}
                  description={nameIn({ en: template.textEn, cn: template.textCn }, language)}
                  ref={at === 0 ? first : undefined}
                />
              ))}
              {templates.length === 0 && <span>{t('log.noTemplate')}</span>}
            </Stack>
          </Radio.Group>
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
export default form
