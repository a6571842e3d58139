// Gifts of the catalogue in an order: chosen by name or id.
import type { Answer } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { giftTemplateGifts } from '@greenroom/contract/systemRecords'
import { Input, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { OwnControl } from '../../page/record/RecordForm.tsx'
import { fileUrl } from '../../session/cookies.ts'
import { Tiles } from '../../ui/fields/PictureTiles.tsx'
import { nameIn, useLabels } from '../../ui/labels.ts'

export type Gift = Answer<typeof giftTemplateGifts>['gifts'][number]

export function GiftPicker({ value: cards, readOnly, error, onChange }: OwnControl) {
  const value = cards as readonly Gift[]
  const { t } = useTranslation('system')
  const { language } = useLabels()
  const { data } = useQuery({
    queryKey: ['system.giftTemplate', 'gifts'],
    queryFn: ({ signal }) => call(giftTemplateGifts, {}, { signal }),
    enabled: !readOnly,
  })
  const { giftPicturesMin: min, giftPicturesMax: max } = limits
  const chosen = new Set(value.map(({ giftId }) => giftId))
  const others = (data?.gifts ?? []).filter(({ giftId }) => !chosen.has(giftId))
  const named = ({ names }: Gift) => nameIn(names, language)
  const notSold = ({ state }: Gift) => state !== 'effective'
  const option = (gift: Gift) => ({
    value: String(gift.giftId),
    label: `${named(gift)} (${gift.giftId})${notSold(gift) ? ` · ${t('giftTemplate.notSold')}` : ''}`,
  })
  const hints = [t('giftTemplate.giftsHint'), ...(value.length > 1 && !readOnly ? [t('giftTemplate.moveHint')] : [])]
  return (
    <Input.Wrapper
      label={t('giftTemplate.gifts', { now: value.length, min, max })}
      description={hints.join(' ')}
      error={error}
      errorProps={{ role: 'alert' }}
      labelElement="div"
    >
      <Tiles
        items={value}
        keyOf={({ giftId }) => giftId}
        name={(gift, at) => t('giftTemplate.place', { name: named(gift), place: at + 1 })}
        removeName={(gift) => t('giftTemplate.remove', { name: named(gift) })}
        readOnly={readOnly}
        change={onChange}
        tile={(gift) => (
          <>
            <img src={fileUrl(gift.picture.url)} alt="" width={52} height={52} draggable={false} />
            <span>{named(gift)}</span>
            {notSold(gift) && <small>{t('giftTemplate.notSold')}</small>}
          </>
        )}
      />
      {!readOnly && value.length < max && (
        <Select
          my={6}
          aria-label={t('giftTemplate.add')}
          placeholder={t('giftTemplate.add')}
          data={others.map(option)}
          searchable
          limit={50}
          nothingFoundMessage={t('giftTemplate.noMore')}
          value={null}
          onChange={(id) => onChange([...value, ...others.filter(({ giftId }) => String(giftId) === id)])}
        />
      )}
    </Input.Wrapper>
  )
}
