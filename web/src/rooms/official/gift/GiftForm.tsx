import type { Answer } from '@greenroom/contract/call'
import { giftInfo, giftSave, giftUpdate } from '@greenroom/contract/gifts'
import { giftSave as saveSchema, giftUpdate as updateSchema } from '@greenroom/contract/gifts.schema'
import { type Language, languageNameOf, languages } from '@greenroom/contract/languages'
import { limits } from '@greenroom/contract/limits'
import { giftsChanged } from '@greenroom/contract/sentences/official'
import { giftTypes } from '@greenroom/contract/statesAndKinds'
import { Group, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormWait } from '../../../actions/form/FormDrawer.tsx'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { dateTime } from '../../../format/time.ts'
import { platformZone } from '../../../session/zone.ts'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'
import { LanguageTexts, writtenIn } from '../../../ui/fields/LanguageTexts.tsx'
import type { Picture } from '../../../ui/fields/PicturePicker.tsx'
import { label } from '../../../ui/labels.ts'
import { PictureField } from '../PictureField.tsx'
import { type Animation, AnimationPicker } from './AnimationPicker.tsx'
import { GiftHistory } from './GiftHistory.tsx'

type Info = Answer<typeof giftInfo>
type Record = Info['gift'] & Pick<Info, 'prices' | 'days'>
type Values = {
  id?: number
  version?: number
  giftId: number | ''
  texts: { [L in Language]?: string | undefined }
  type: string
  price: number | ''
  sort: number | ''
  continuous: boolean
  floatingScreen: boolean
  pictures: Picture[]
  animation: Animation | null
  from: string
  to: string
}

const shownAt = (at: string | null) => (at === null ? '' : dateTime(at, platformZone()))

export default recordForm<Record, Values>({
  thing: 'official.gift',
  read: async (id, options) => {
    const { gift, prices, days } = await call(giftInfo, { id: Number(id) }, options)
    return { ...gift, prices, days }
  },
  alwaysRead: true,
  toForm: (gift) => ({
    id: gift.id,
    version: gift.version,
    giftId: gift.id,
    texts: gift.texts,
    type: gift.type,
    price: gift.price,
    sort: gift.sort,
    continuous: gift.continuous,
    floatingScreen: gift.floatingScreen,
    pictures: [gift.picture],
    animation: gift.animation,
    from: shownAt(gift.from),
    to: shownAt(gift.to),
  }),
  nameOf: ({ texts }) => texts.en ?? '',
  update: [giftUpdate, updateSchema],
  save: [giftSave, saveSchema],
  empty: (rows) => ({
    giftId: '',
    texts: {},
    type: 'ordinary',
    price: '',
    sort: Math.max(0, ...rows.map(({ sort }) => sort)) + 1,
    continuous: true,
    floatingScreen: false,
    pictures: [],
    animation: null,
    from: '',
    to: '',
  }),
  width: 'medium',
  payload: ({ pictures, animation, ...rest }) => ({
    ...rest,
    pictureId: pictures[0]?.fileId ?? '',
    animationId: animation?.fileId ?? '',
  }),
  check: ({ pictures, texts }) => {
    const long = languages.filter((language) => Array.from(texts[language]?.trim() ?? '').length > limits.giftName)
    return {
      ...(pictures.length === 0 && { pictures: label('official:needsPicture') }),
      ...(!texts.en?.trim() && { 'texts.en': label('list:invalid.required') }),
      ...Object.fromEntries(long.map((language) => [`texts.${language}`, label('errors:70001')])),
    }
  },
  codes: { 70001: 'texts', 90002: 'sort', 90003: 'giftId' },
  message: ({ texts: { en = '', cn } }, verb) => giftsChanged('done', [{ en, cn: cn?.trim() || en }], verb),
  Fields: GiftFields,
})

function GiftNames({ form }: Pick<RecordFields<Record, Values>, 'form'>) {
  const { t } = useTranslation('official')
  const { texts } = form.values
  return (
    <LanguageTexts
      says={(written, all) => t('languages', { written, all })}
      filled={(language) => !!texts[language]?.trim()}
      failed={(language) => !!form.errors[`texts.${language}`]}
    >
      {(language) => (
        <TextInput
          label={t('gift.nameIn', { language: languageNameOf(language) })}
          required={language === 'en'}
          data-autofocus={language === 'en' || undefined}
          {...writtenIn(language)}
          data-path={`texts.${language}`}
          value={texts[language] ?? ''}
          error={(language === 'en' && form.errors['texts']) || form.errors[`texts.${language}`]}
          onChange={(event) => form.setFieldValue('texts', { ...texts, [language]: event.currentTarget.value })}
        />
      )}
    </LanguageTexts>
  )
}

function GiftFields({ form, record, readOnly }: RecordFields<Record, Values>) {
  const { t } = useTranslation('official')
  const wait = useFormWait()
  return (
    <>
      <GiftNames form={form} />
      <Group grow align="flex-start">
        <Select
          label={t('fields.type')}
          data={giftTypes.map((value) => ({ value, label: t(`options.type.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('type')}
        />
        {!record && (
          <NumberInput
            label={t('fields.price')}
            required
            min={1}
            max={10_000_000}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('price')}
          />
        )}
        <NumberInput
          label={t('fields.sort')}
          required
          min={1}
          max={9_999}
          allowDecimal={false}
          {...form.getInputProps('sort')}
        />
      </Group>
      {!record && (
        <NumberInput
          label={t('fields.giftId')}
          description={t('gift.idHint')}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('giftId')}
        />
      )}
      <Switch label={t('fields.continuous')} {...form.getInputProps('continuous', { type: 'checkbox' })} />
      <Switch label={t('fields.floatingScreen')} {...form.getInputProps('floatingScreen', { type: 'checkbox' })} />
      <PictureField form={form} purpose="giftPicture" label={t('fields.giftPicture')} readOnly={readOnly} />
      <AnimationPicker
        value={form.values.animation}
        readOnly={readOnly}
        change={(animation) => form.setFieldValue('animation', animation)}
        uploading={wait}
      />
      <Group grow align="flex-start">
        <DateTimeField label={t('fields.from')} description={t('placement.fromHint')} {...form.getInputProps('from')} />
        <DateTimeField label={t('fields.to')} description={t('placement.toHint')} {...form.getInputProps('to')} />
      </Group>
      {record && <GiftHistory prices={record.prices} days={record.days} />}
    </>
  )
}
