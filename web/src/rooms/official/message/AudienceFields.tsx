// A message's audience, and its size, counted before anything is sent.

import { languageNameOf, languages } from '@greenroom/contract/languages'
import { messageSize } from '@greenroom/contract/messages'
import { messageUserTypes, sexes } from '@greenroom/contract/statesAndKinds'
import { Alert, Button, Checkbox, Group, MultiSelect, NumberInput, Paper, Select, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCountryOptions } from '../../../format/country.ts'
import { bestFirst } from '../../../list/matching.ts'
import { explain } from '../../../session/messages.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { audienceFrom, ruleOf, type Values } from './messageValues.ts'

export function AudienceFields({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('official')
  const countries = useCountryOptions()
  const { userType } = form.values
  return (
    <>
      <Select
        label={t('fields.userType')}
        data={messageUserTypes.map((value) => ({ value, label: t(`options.userType.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('userType')}
      />
      {userType === 'ids' && (
        <Textarea
          label={t('fields.ids')}
          description={t('message.idsHint')}
          required
          autosize
          minRows={3}
          maxRows={8}
          dir="ltr"
          {...form.getInputProps('ids')}
        />
      )}
      {userType === 'some' && (
        <>
          <Group grow align="flex-start">
            <Select
              label={t('fields.sex')}
              placeholder={t('preview.any')}
              data={sexes.map((value) => ({ value, label: t(`options.sex.${value}`) }))}
              clearable
              {...form.getInputProps('sex')}
            />
            <NumberInput
              label={t('fields.activeDays')}
              placeholder={t('preview.any')}
              min={1}
              max={365}
              allowDecimal={false}
              {...form.getInputProps('activeDays')}
            />
          </Group>
          <MultiSelect
            label={t('fields.countries')}
            data={countries}
            filter={bestFirst}
            searchable
            clearable
            limit={50}
            {...form.getInputProps('countries')}
          />
          <MultiSelect
            label={t('fields.languages')}
            data={languages.map((value) => ({ value, label: languageNameOf(value) }))}
            clearable
            {...form.getInputProps('languages')}
          />
          <Group grow align="flex-start">
            <NumberInput
              label={t('fields.levelMin')}
              min={0}
              max={1_000}
              allowDecimal={false}
              {...form.getInputProps('levelMin')}
            />
            <NumberInput
              label={t('fields.levelMax')}
              min={0}
              max={1_000}
              allowDecimal={false}
              {...form.getInputProps('levelMax')}
            />
          </Group>
          <Checkbox
            label={t('fields.neverRecharged')}
            {...form.getInputProps('neverRecharged', { type: 'checkbox' })}
          />
        </>
      )}
      {form.errors['audience'] && (
        <Alert color="red" p="xs" role="alert">
          {form.errors['audience']}
        </Alert>
      )}
      <Size form={form} />
    </>
  )
}

function Size({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('official')
  const rule = ruleOf(form.values)
  const count = useMutation({
    mutationFn: async () => ({ ...(await call(messageSize, { audience: audienceFrom(form.values) })), rule }),
    onSuccess: ({ size }) => {
      form.setFieldValue('counted', { rule, size })
      form.clearFieldError('audience')
    },
  })
  const counted = count.data?.rule === rule ? count.data : undefined
  return (
    <div aria-live="polite">
      <Button size="xs" variant="default" loading={count.isPending} onClick={() => count.mutate()}>
        {t('message.count')}
      </Button>
      {count.isError && (
        <Alert color="red" p="xs" mt={6} role="alert">
          {explain(count.error)?.text}
        </Alert>
      )}
      {counted && (
        <Paper withBorder p="xs" mt={6}>
          <strong>{t('message.size', { count: counted.size })}</strong>{' '}
          {counted.banned > 0 && t('message.banned', { count: counted.banned })}{' '}
          {counted.unknown > 0 && t('message.unknown', { count: counted.unknown })}
          <Group gap="xs" mt={4}>
            {counted.sample.map((person) => (
              <PersonLink key={person.userId} person={person} />
            ))}
          </Group>
        </Paper>
      )}
    </div>
  )
}
