// Tokens for a pasted list of ids, given or taken in one operation.
import { limits } from '@greenroom/contract/limits'
import { userGrant as schema } from '@greenroom/contract/users.schema'
import { Alert, Button, Group, Input, SegmentedControl, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { approvalOf, reasonKeys } from '../../../action/action.ts'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { showDone, showWaiting } from '../../../action/done.tsx'
import { FormDrawer } from '../../../action/form/FormDrawer.tsx'
import { isRefused } from '../../../api/call.ts'
import { whole } from '../../../format/number.ts'
import { useCurrentList } from '../../../list/list.ts'
import { showError } from '../../../session/messages.ts'
import { label } from '../../../ui/labels.ts'
import { deductTokens, grantTokens } from '../actions/index.ts'
import { MoneyFields } from '../actions/MoneyFields.tsx'
import { calls, takeBack } from '../actions/money.ts'
import { operationAnswered, operationIdFor } from '../actions/operation.ts'
import { type Done, Outcomes } from './Outcomes.tsx'
import { lineOf, readIds, withoutWords } from './pastedIds.ts'

type Form = { direction: 'grant' | 'deduct'; ids: string; tokens: number | string; kind: string; reason: string }
const empty: Form = { direction: 'grant', ids: '', tokens: '', kind: 'compensation', reason: '' }

export default function GrantByList({ close }: DrawerProps) {
  const { t } = useTranslation('users')
  const list = useCurrentList()
  const navigate = useNavigate()
  const [direction, setDirection] = useState<Form['direction']>('grant')
  const queries = useQueryClient()
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [done, setDone] = useState<{ answer: Done; direction: Form['direction'] }>()
  const payload = ({ direction, ids, tokens, kind, reason }: Form) => {
    const content = { ids: readIds(ids).ids, tokens: tokens === '' ? '' : Number(tokens), kind, reason }
    return { operationId: operationIdFor({ direction, ...content }), ...content }
  }
  if (done) return <Outcomes {...done} close={close} />
  return (
    <FormDrawer<Form>
      title={t('actions.list.grant')}
      close={close}
      draft="users.grantByList"
      call={calls[direction]}
      schema={schema.payload}
      initial={empty}
      payload={payload}
      check={(values) => {
        const { ids, wrong } = readIds(values.ids)
        if (wrong.length > 0) return { ids: t('byList.notIds', { count: wrong.length }) }
        if (ids.length > limits.batch) return { ids: t('byList.tooMany', { most: limits.batch, count: ids.length }) }
        return ids.length === 0 ? { ids: label('list:invalid.required') } : {}
      }}
      refused={list.writable ? undefined : label(reasonKeys('users', 'readOnly'))}
      submit={t(`actions.person.${direction}`)}
      onRefused={(error) => {
        if (!isRefused(error)) return
        operationAnswered()
        setUnknown(isRefused(error, 290005) ? error.detail.flatMap(({ message }) => message.match(/\d+/g) ?? []) : [])
      }}
      onSaved={(answer, values) => {
        operationAnswered()
        const approvalId = approvalOf(answer)
        const action = values.direction === 'grant' ? grantTokens : deductTokens
        if (approvalId !== undefined) showWaiting(action, approvalId, (to) => void navigate(to))
        else if (answer.outcomes.some(({ ok }: { ok: boolean }) => !ok)) {
          setDone({ answer, direction: values.direction })
          return true
        } else {
          showDone(action, answer.outcomes.length, String(answer.outcomes[0]?.id), () => {
            takeBack(answer)
              .then(() => queries.invalidateQueries())
              .catch(showError)
          })
        }
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Input.Wrapper label={t('fields.direction')} labelElement="div">
            <SegmentedControl
              fullWidth
              mt={4}
              aria-label={t('fields.direction')}
              data={(['grant', 'deduct'] as const).map((value) => ({ value, label: t(`actions.person.${value}`) }))}
              value={form.values.direction}
              onChange={(value) => {
                form.setFieldValue('direction', value as Form['direction'])
                setDirection(value as Form['direction'])
              }}
            />
          </Input.Wrapper>
          <Ids form={form} unknown={unknown} />
          <MoneyFields form={form} people={readIds(form.values.ids).ids.length} />
        </>
      )}
    </FormDrawer>
  )
}

/** The pasted list, what was read from it, and what is wrong in it. */
function Ids({ form, unknown: refused }: { form: UseFormReturnType<Form>; unknown: readonly string[] }) {
  const { t, i18n } = useTranslation('users')
  const read = readIds(form.values.ids)
  const number = (value: number) => whole(value, i18n.language)
  // Those that the server did not know and that still stand there.
  const unknown = refused.filter((id) => read.ids.includes(Number(id)))
  const drop = (words: readonly string[]) => form.setFieldValue('ids', withoutWords(form.values.ids, new Set(words)))
  return (
    <div>
      <Textarea
        label={t('fields.ids')}
        description={t('byList.hint')}
        required
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('ids')}
      />
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {t('byList.read', { count: read.ids.length, ids: number(read.ids.length) })}
        {read.duplicates > 0 && ` ${t('byList.duplicates', { count: read.duplicates })}`}
      </Text>
      {read.wrong.length > 0 && (
        <Wrong
          title={t('byList.notIds', { count: read.wrong.length })}
          lines={read.wrong.slice(0, 8).map(({ text, line }) => t('byList.atLine', { text, line }))}
          more={read.wrong.length - 8}
          drop={() => drop(read.wrong.map(({ text }) => text))}
        />
      )}
      {unknown.length > 0 && (
        <Wrong
          title={t('byList.unknown', { count: unknown.length })}
          lines={unknown
            .slice(0, 8)
            .map((id) => t('byList.atLine', { text: id, line: lineOf(form.values.ids, Number(id)) }))}
          more={unknown.length - 8}
          drop={() => drop(unknown)}
        />
      )}
    </div>
  )
}

function Wrong(props: { title: string; lines: readonly string[]; more: number; drop: () => void }) {
  const { t } = useTranslation('users')
  return (
    <Alert color="red" p="xs" mt={6} title={props.title} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      {props.lines.map((line) => (
        <Text key={line} size="xs">
          {line}
        </Text>
      ))}
      {props.more > 0 && <Text size="xs">{t('byList.more', { count: props.more })}</Text>}
      <Group mt={6}>
        <Button size="compact-xs" variant="default" onClick={props.drop}>
          {t('byList.drop')}
        </Button>
      </Group>
    </Alert>
  )
}
