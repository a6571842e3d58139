// A landing page: texts, pictures, colours and links beside a live preview.
import type { Answer } from '@greenroom/contract/call'
import { landingInfo, landingSave, landingUpdate } from '@greenroom/contract/landing'
import { landingSave as saveSchema, landingUpdate as updateSchema } from '@greenroom/contract/landing.schema'
import { type LandingContent, renderLanding } from '@greenroom/contract/landingPage'
import { type Language, languages } from '@greenroom/contract/languages'
import { landingsChanged } from '@greenroom/contract/sentences/promotion'
import { landingTemplates } from '@greenroom/contract/statesAndKinds'
import { ColorInput, Group, SegmentedControl, Select, Tabs, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormWait } from '../../../actions/form/FormDrawer.tsx'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { fileUrl } from '../../../session/cookies.ts'
import { PicturePicker } from '../../../ui/fields/PicturePicker.tsx'
import { useChoices } from '../useChoices.ts'
import classes from './landing.module.css'
import { type ContentForm, contentOf, emptyContent, formOf } from './landingContent.ts'

// A live preview of the page at phone and desktop size.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const sizes = { phone: { width: 390, height: 700 }, desk: { width: 1_180, height: 760 } } as const

function Preview({ form, language }: { form: ContentForm; language: Language }) {
  const { t } = useTranslation('promotion')
  const [size, setSize] = useState<keyof typeof sizes>('phone')
  const { html } = renderLanding(contentOf(form), {
    language,
    platform: size === 'phone' ? 'android' : 'other',
    pictureOf: (name) => fileUrl(name),
    hrefOf: () => '#',
    nonce,
  })
  const { width, height } = sizes[size]
  const scale = size === 'phone' ? 0.9 : 0.4
  return (
    <div className={classes['preview']}>
      <SegmentedControl
        size="xs"
        aria-label={t('landing.size')}
        data={(['phone', 'desk'] as const).map((value) => ({ value, label: t(`landing.sizes.${value}`) }))}
        value={size}
        onChange={(value) => setSize(value as keyof typeof sizes)}
      />
      <div className={classes['frame']} style={{ width: width * scale, height: height * scale }}>
        <iframe
          title={t('landing.preview')}
          sandbox=""
          srcDoc={html}
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}

type Found = Answer<typeof landingInfo>
type Page = Found['landing'] & { content: LandingContent }
type Form = ContentForm & { id?: number; version?: number; key: string; name: string; channelId: string }

export default recordForm<Page, Form>({
  thing: 'promotion.landing',
  alwaysRead: true,
  read: async (id, options) => {
    const { landing, versions } = await call(landingInfo, { id: Number(id) }, options)
    return { ...landing, content: versions[0]!.content as LandingContent }
  },
  toForm: ({ id, version, key, name, channel, content }) => ({
    id,
    version,
    key,
    name,
    channelId: String(channel.id),
    ...formOf(content, fileUrl('')),
  }),
  nameOf: ({ name }) => name,
  update: [landingUpdate, updateSchema],
  save: [landingSave, saveSchema],
  empty: () => ({ key: '', name: '', channelId: '', ...emptyContent() }),
  width: 'wide',
  payload: (values) => {
    const { id, version, key, name, channelId } = values as Form
    return id === undefined
      ? { key, name, channelId, content: contentOf(values as Form) }
      : { id, version, name, content: contentOf(values as Form) }
  },
  codes: { 1000002: 'key' },
  message: ({ name }, verb) => landingsChanged([{ name }], verb),
  Fields,
})

function Fields({ form, record, readOnly }: RecordFields<Page, Form>) {
  const { t } = useTranslation('promotion')
  const { channels } = useChoices('landing')
  const wait = useFormWait()
  const [language, setLanguage] = useState<Language>('en')
  const faultOf = (field: string) =>
    form.errors[field] ?? Object.entries(form.errors).find(([name]) => name.endsWith(`.${field}`))?.[1]
  return (
    <div className={classes['editor']}>
      <div className={classes['fields']}>
        <TextInput label={t('fields.name')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
        <Group grow align="flex-start">
          <TextInput
            label={t('fields.key')}
            description={t('landing.keyHint')}
            required
            dir="ltr"
            maxLength={40}
            disabled={record !== undefined}
            {...form.getInputProps('key')}
          />
          <Select
            label={t('fields.channelId')}
            description={t('landing.channelHint')}
            required
            searchable
            disabled={record !== undefined}
            data={channels
              .filter((channel) => channel.enabled || channel.id === record?.channel.id)
              .map(({ id, name, number }) => ({ value: String(id), label: `${name} · ${number}` }))}
            {...form.getInputProps('channelId')}
            value={form.values.channelId || null}
            onChange={(value) => form.setFieldValue('channelId', value ?? '')}
          />
        </Group>
        <Group grow align="flex-start">
          <Select
            label={t('fields.template')}
            data={landingTemplates.map((value) => ({ value, label: t(`options.template.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('template')}
          />
          <ColorInput
            label={t('fields.accent')}
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': t('landing.fromScreen', { name: t('fields.accent') }) }}
            {...form.getInputProps('accent')}
          />
          <ColorInput
            label={t('fields.background')}
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': t('landing.fromScreen', { name: t('fields.background') }) }}
            {...form.getInputProps('background')}
          />
        </Group>
        <Tabs value={language} onChange={(value) => setLanguage((value ?? 'en') as Language)}>
          <Tabs.List aria-label={t('landing.languages')}>
            {languages.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`languages.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <TextInput
          label={t('fields.title')}
          description={language === 'en' ? undefined : t('landing.fallsBack')}
          required={language === 'en'}
          maxLength={80}
          dir="auto"
          {...form.getInputProps(`texts.${language}.title`)}
          error={language === 'en' ? faultOf('title') : undefined}
        />
        <TextInput
          label={t('fields.tagline')}
          maxLength={160}
          dir="auto"
          {...form.getInputProps(`texts.${language}.tagline`)}
        />
        <Textarea
          label={t('fields.points')}
          description={t('landing.pointsHint')}
          autosize
          minRows={3}
          dir="auto"
          {...form.getInputProps(`texts.${language}.points`)}
        />
        <Group grow align="flex-start">
          <TextInput
            label={t('fields.button')}
            maxLength={30}
            dir="auto"
            {...form.getInputProps(`texts.${language}.button`)}
          />
          <TextInput
            label={t('fields.note')}
            maxLength={400}
            dir="auto"
            {...form.getInputProps(`texts.${language}.note`)}
          />
        </Group>
        <PicturePicker
          purpose="landing"
          label={t('fields.pictures')}
          value={form.values.pictures}
          most={6}
          readOnly={readOnly}
          error={form.errors['pictures']}
          change={(pictures) => form.setFieldValue('pictures', pictures)}
          uploading={wait}
        />
        {(['google', 'apple', 'other'] as const).map((store) => (
          <TextInput
            key={store}
            label={t(`fields.${store}`)}
            dir="ltr"
            maxLength={500}
            {...form.getInputProps(store)}
            error={faultOf(store)}
          />
        ))}
      </div>
      <Preview form={form.values} language={language} />
    </div>
  )
}
