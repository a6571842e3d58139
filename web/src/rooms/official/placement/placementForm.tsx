// The form of a banner, an activity or an advert.
import { languageNameOf, languages } from '@greenroom/contract/languages'
import { limits } from '@greenroom/contract/limits'
import { placementInfo, placementSave, placementUpdate } from '@greenroom/contract/official'
import { placementSave as saveSchema, placementUpdate as updateSchema } from '@greenroom/contract/official.schema'
import { placementsChanged } from '@greenroom/contract/sentences/official'
import { placementPositions, sexes } from '@greenroom/contract/statesAndKinds'
import { Group, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { useCountryOptions } from '../../../format/country.ts'
import { dateTime } from '../../../format/time.ts'
import { bestFirst } from '../../../list/matching.ts'
import { platformZone } from '../../../session/zone.ts'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'
import { LanguageTexts, writtenIn } from '../../../ui/fields/LanguageTexts.tsx'
import type { Picture } from '../../../ui/fields/PicturePicker.tsx'
import { label } from '../../../ui/labels.ts'
import { PictureField } from '../PictureField.tsx'
import type { Kind, Placement } from './placement.ts'

type Values = {
  id?: number
  version?: number
  kind: Kind
  name: string
  pictures: Picture[]
  texts: Record<string, string>
  link: string
  position: string
  sort: number | ''
  countries: string[]
  sex: string | null
  languages: string[]
  minBuild: number | ''
  from: string
  to: string
}

const shownAt = (at: string | null) => (at === null ? '' : dateTime(at, platformZone()))

const toForm = (row: Placement): Values => ({
  id: row.id,
  version: row.version,
  kind: row.kind,
  name: row.name,
  pictures: row.picture ? [row.picture] : [],
  texts: row.texts,
  link: row.link,
  position: row.position,
  sort: row.sort,
  countries: row.countries,
  sex: row.sex,
  languages: row.languages,
  minBuild: row.minBuild || '',
  from: shownAt(row.from),
  to: shownAt(row.to),
})

export const placementForm = (kind: Kind) =>
  recordForm<Placement, Values>({
    thing: `official.${kind}`,
    read: async (id, options) => (await call(placementInfo, { kind, id: Number(id) }, options)).placement,
    toForm,
    nameOf: ({ name }) => name,
    update: [placementUpdate, updateSchema],
    save: [placementSave, saveSchema],
    empty: (rows) => ({
      kind,
      name: '',
      pictures: [],
      texts: {},
      link: '',
      position: placementPositions[kind][0],
      sort: Math.max(0, ...rows.map(({ sort }) => sort)) + 1,
      countries: [],
      sex: null,
      languages: [],
      minBuild: '',
      from: '',
      to: '',
    }),
    width: 'medium',
    payload: ({ pictures, texts, sex, ...rest }) => ({
      ...rest,
      ...(sex && { sex }),
      ...(kind === 'advert' ? { texts } : { pictureId: pictures[0]?.fileId ?? '' }),
    }),
    check: ({ pictures, texts }) => {
      if (kind !== 'advert') return pictures.length === 0 ? { pictures: label('official:needsPicture') } : {}
      const long = languages.filter((language) => Array.from(texts[language]?.trim() ?? '').length > limits.advertText)
      return {
        ...Object.fromEntries(long.map((language) => [`texts.${language}`, label('errors:90001')])),
        ...(!texts['en']?.trim() && { 'texts.en': label('official:needsEnglish') }),
      }
    },
    codes: { 90001: 'texts', 90002: 'sort' },
    message: ({ name }, verb) => placementsChanged('done', kind, [name], verb),
    Fields: PlacementFields,
  })

function PlacementFields({ form, readOnly }: RecordFields<Placement, Values>) {
  const { t } = useTranslation('official')
  const countries = useCountryOptions()
  const { kind } = form.values
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
      {kind === 'advert' ? (
        <AdvertTexts form={form} readOnly={readOnly} />
      ) : (
        <PictureField form={form} purpose={kind} label={t('fields.picture')} readOnly={readOnly} />
      )}
      <TextInput
        label={t('fields.link')}
        description={t('placement.linkHint')}
        inputMode="url"
        dir="ltr"
        maxLength={500}
        {...form.getInputProps('link')}
      />
      <Group grow align="flex-start">
        <Select
          label={t('fields.position')}
          data={placementPositions[kind].map((value) => ({ value, label: t(`options.position.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('position')}
        />
        <NumberInput
          label={t('fields.sort')}
          required
          min={1}
          max={9_999}
          allowDecimal={false}
          {...form.getInputProps('sort')}
        />
      </Group>
      <Group grow align="flex-start">
        <DateTimeField label={t('fields.from')} description={t('placement.fromHint')} {...form.getInputProps('from')} />
        <DateTimeField label={t('fields.to')} description={t('placement.toHint')} {...form.getInputProps('to')} />
      </Group>
      <MultiSelect
        label={t('fields.countries')}
        description={t('placement.everybodyHint')}
        data={countries}
        filter={bestFirst}
        searchable
        clearable
        limit={50}
        {...form.getInputProps('countries')}
      />
      <Group grow align="flex-start">
        <Select
          label={t('fields.sex')}
          placeholder={t('whom.all')}
          data={sexes.map((value) => ({ value, label: t(`options.sex.${value}`) }))}
          clearable
          {...form.getInputProps('sex')}
        />
        <NumberInput
          label={t('fields.minBuild')}
          placeholder={t('whom.all')}
          min={0}
          max={1_000_000_000}
          allowDecimal={false}
          {...form.getInputProps('minBuild')}
        />
      </Group>
      <MultiSelect
        label={t('fields.languages')}
        data={languages.map((value) => ({ value, label: languageNameOf(value) }))}
        clearable
        {...form.getInputProps('languages')}
      />
    </>
  )
}

function AdvertTexts({ form, readOnly }: Omit<RecordFields<Placement, Values>, 'record'>) {
  const { t } = useTranslation('official')
  const { texts } = form.values
  return (
    <LanguageTexts
      says={(written, all) => t('languages', { written, all })}
      filled={(language) => !!texts[language]?.trim()}
      failed={(language) => !!form.errors[`texts.${language}`]}
    >
      {(language) => (
        <Textarea
          label={t('placement.textIn', { language: languageNameOf(language) })}
          description={t('placement.textHint', {
            count: Array.from(texts[language] ?? '').length,
            most: limits.advertText,
          })}
          required={language === 'en'}
          autosize
          minRows={2}
          {...writtenIn(language)}
          data-path={`texts.${language}`}
          readOnly={readOnly}
          value={texts[language] ?? ''}
          error={(language === 'en' && form.errors['texts']) || form.errors[`texts.${language}`]}
          onChange={(event) => form.setFieldValue('texts', { ...texts, [language]: event.currentTarget.value })}
        />
      )}
    </LanguageTexts>
  )
}
