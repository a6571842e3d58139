import { languageNameOf } from '@greenroom/contract/languages'
import { limits } from '@greenroom/contract/limits'
import { messageAccounts, messageInfo, messageSave, messageUpdate } from '@greenroom/contract/messages'
import { messageSave as saveSchema, messageUpdate as updateSchema } from '@greenroom/contract/messages.schema'
import { readIds } from '@greenroom/contract/pastedIds'
import { messagesChanged } from '@greenroom/contract/sentences/official'
import { messageSendTypes, messageTypes } from '@greenroom/contract/statesAndKinds'
import { Input, SegmentedControl, Select, Switch, Textarea, TextInput, Title } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'
import { LanguageTexts, writtenIn } from '../../../ui/fields/LanguageTexts.tsx'
import { label } from '../../../ui/labels.ts'
import { PictureField } from '../PictureField.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { Content } from './MessageContent.tsx'
import { countedOf, emptyValues, type Message, payloadFrom, type Values, valuesOf } from './messageValues.ts'

/** A pasted list with something that is no id is not sent in part. */
function listedFault(text: string): FormErrors {
  const { wrong } = readIds(text)
  return wrong.length > 0
    ? {
        ids: label('list:ids.passed', {
          texts: wrong
            .slice(0, 8)
            .map((one) => one.text)
            .join(' '),
        }),
      }
    : {}
}

export default recordForm<Message, Values>({
  thing: 'official.message',
  read: async (id, options) => (await call(messageInfo, { id: Number(id) }, options)).message,
  alwaysRead: true,
  toForm: valuesOf,
  nameOf: ({ name }) => name,
  update: [messageUpdate, updateSchema],
  save: [messageSave, saveSchema],
  empty: emptyValues,
  width: 'medium',
  payload: payloadFrom,
  // A message can't be sent before its audience's size was shown.
  check: (values) => ({
    ...(values.userType === 'ids' && listedFault(values.ids)),
    ...(values.sendType !== 'draft' && !countedOf(values) && { audience: label('official:message.countFirst') }),
  }),
  submit: (values) => {
    const counted = countedOf(values)
    if (values.sendType === 'scheduled') return label('official:message.schedule')
    if (values.sendType === 'draft') return label('official:message.saveDraft')
    return counted ? label('official:message.sendTo', { count: counted.size }) : label('official:options.sendType.now')
  },
  codes: {
    80001: 'audience',
    80004: 'texts',
    80007: 'link',
    80008: 'pictures',
    80009: 'link',
    80010: 'texts',
    80011: 'sendTime',
    80012: 'sendTime',
  },
  message: ({ name }, verb) => messagesChanged([name], verb),
  Fields: MessageFields,
})

function MessageFields({ form, readOnly }: RecordFields<Message, Values>) {
  const { t } = useTranslation('official')
  const { type, sendType } = form.values
  const { data } = useQuery({
    queryKey: ['official.message', 'accounts'],
    queryFn: ({ signal }) => call(messageAccounts, {}, { signal }),
  })
  return (
    <>
      <TextInput
        label={t('fields.name')}
        description={t('placement.nameHint')}
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={t('fields.messageType')}
        data={messageTypes.map((value) => ({
          value,
          label: t(`options.messageType.${value.replaceAll('+', '_') as 'text'}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <MessageTexts form={form} readOnly={readOnly} />
      {type.includes('link') && (
        <TextInput
          label={t('fields.link')}
          description={t('message.linkHint')}
          required
          inputMode="url"
          dir="ltr"
          maxLength={500}
          {...form.getInputProps('link')}
        />
      )}
      {type.includes('picture') && (
        <PictureField form={form} purpose="message" label={t('fields.picture')} readOnly={readOnly} />
      )}
      <Preview values={form.values} />
      <Select
        label={t('fields.accountId')}
        description={t('message.accountHint')}
        placeholder={t('message.noAccount')}
        data={(data?.accounts ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        clearable
        {...form.getInputProps('accountId')}
      />
      <Switch
        label={t('fields.notice')}
        description={t('message.noticeHint')}
        {...form.getInputProps('notice', { type: 'checkbox' })}
      />
      <Title order={3} size="h5">
        {t('message.audience')}
      </Title>
      <AudienceFields form={form} />
      <Title order={3} size="h5">
        {t('message.when')}
      </Title>
      <SegmentedControl
        aria-label={t('message.when')}
        data={messageSendTypes.map((value) => ({ value, label: t(`options.sendType.${value}`) }))}
        {...form.getInputProps('sendType')}
      />
      {sendType === 'scheduled' && (
        <DateTimeField
          label={t('fields.sendTime')}
          description={t('message.lockHint')}
          {...form.getInputProps('sendTime')}
        />
      )}
      <DateTimeField
        label={t('fields.notAfter')}
        description={t('message.notAfterHint')}
        {...form.getInputProps('notAfter')}
      />
    </>
  )
}

/** A preview of the message, once it has a text. */
function Preview({ values }: { values: Values }) {
  const { t } = useTranslation('official')
  const texts = Object.fromEntries(Object.entries(values.texts).filter(([, { text }]) => text.trim() !== ''))
  if (Object.keys(texts).length === 0) return null
  return (
    <Input.Wrapper label={t('message.preview')} labelElement="div">
      <Content
        of={{
          texts,
          link: values.type.includes('link') ? values.link : '',
          picture: values.type.includes('picture') ? (values.pictures[0] ?? null) : null,
        }}
      />
    </Input.Wrapper>
  )
}

const none = { title: '', text: '' }

function MessageTexts({ form, readOnly }: { form: UseFormReturnType<Values>; readOnly: boolean }) {
  const { t } = useTranslation('official')
  const { texts } = form.values
  return (
    <LanguageTexts
      says={(written, all) => t('languages', { written, all })}
      filled={(language) => !!texts[language]?.text.trim()}
      failed={(language) => ['title', 'text'].some((part) => form.errors[`texts.${language}.${part}`])}
    >
      {(language) => {
        const own = texts[language] ?? none
        const change = (part: Partial<typeof none>) =>
          form.setFieldValue('texts', { ...texts, [language]: { ...own, ...part } })
        return (
          <>
            <TextInput
              label={t('message.titleIn', { language: languageNameOf(language) })}
              maxLength={60}
              {...writtenIn(language)}
              data-path={`texts.${language}.title`}
              readOnly={readOnly}
              value={own.title}
              error={form.errors[`texts.${language}.title`]}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <Textarea
              label={t('placement.textIn', { language: languageNameOf(language) })}
              description={t('placement.textHint', { count: Array.from(own.text).length, most: limits.messageText })}
              required={language === 'en'}
              autosize
              minRows={3}
              maxRows={10}
              {...writtenIn(language)}
              data-path={`texts.${language}.text`}
              readOnly={readOnly}
              value={own.text}
              error={(language === 'en' && form.errors['texts']) || form.errors[`texts.${language}.text`]}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
          </>
        )
      }}
    </LanguageTexts>
  )
}
