// Gifts of the catalogue in an order: chosen by name or id, moved by hand or by the arrow keys.
import type { Answer } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { giftTemplateGifts } from '@greenroom/contract/systemRecords'
import { ActionIcon, Input, Select, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { fileUrl } from '../../../session/cookies.ts'
import { nameIn, useLabels } from '../../../ui/labels.ts'
import classes from './GiftPicker.module.css'

type Gift = Answer<typeof giftTemplateGifts>['gifts'][number]
type Props = {
  value: readonly Gift[]
  readOnly: boolean
  error: unknown
  change: (gifts: Gift[]) => void
}

/** `gifts` with the one at `from` put at `to`. */
const moved = (gifts: readonly Gift[], from: number, to: number): Gift[] => {
  const rest = gifts.filter((_, at) => at !== from)
  rest.splice(to, 0, gifts[from]!)
  return rest
}

export function GiftPicker({ value, readOnly, error, change }: Props) {
  const { t } = useTranslation('system')
  const { language } = useLabels()
  const [dragged, setDragged] = useState<number>()
  const box = useRef<HTMLUListElement>(null)
  const { data } = useQuery({
    queryKey: ['system.giftTemplate', 'gifts'],
    queryFn: ({ signal }) => call(giftTemplateGifts, {}, { signal }),
    enabled: !readOnly,
  })
  const chosen = new Set(value.map(({ giftId }) => giftId))
  const others = (data?.gifts ?? []).filter(({ giftId }) => !chosen.has(giftId))
  const nameOf = ({ names, giftId, state }: Gift) =>
    [`${nameIn(names, language)} (${giftId})`, ...(state === 'effective' ? [] : [t('giftTemplate.notSold')])].join(
      ' · ',
    )

  const focus = (at: number) =>
    requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>('[data-gift]')[at]?.focus())
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if (readOnly) return
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1 }[event.key]
    if (event.key === 'Delete') {
      change(value.filter((_, index) => index !== at))
      focus(Math.min(at, value.length - 2))
    }
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 || to >= value.length) return
    change(moved(value, at, to))
    focus(to)
  }
  return (
    <Input.Wrapper
      label={t('giftTemplate.gifts', {
        now: value.length,
        min: limits.giftPicturesMin,
        max: limits.giftPicturesMax,
      })}
      description={[t('giftTemplate.giftsHint'), value.length > 1 && !readOnly && t('giftTemplate.moveHint')]
        .filter(Boolean)
        .join(' ')}
      labelElement="div"
    >
      {value.length > 0 && (
        <ul ref={box} className={classes['grid']}>
          {value.map((gift, at) => (
            <li
              key={gift.giftId}
              className={classes['tile']}
              data-dragged={dragged === at || undefined}
              draggable={!readOnly}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined) change(moved(value, dragged, at))
              }}
            >
              <UnstyledButton
                data-gift
                className={classes['gift']}
                aria-label={t('giftTemplate.place', { name: nameIn(gift.names, language), place: at + 1 })}
                onKeyDown={onKeyDown(at)}
              >
                <img src={fileUrl(gift.picture.url)} alt="" draggable={false} />
                <span>{nameIn(gift.names, language)}</span>
                {gift.state !== 'effective' && <small>{t('giftTemplate.notSold')}</small>}
              </UnstyledButton>
              {!readOnly && (
                <ActionIcon
                  className={classes['remove']}
                  variant="filled"
                  color="dark"
                  size={18}
                  aria-label={t('giftTemplate.remove', { name: nameIn(gift.names, language) })}
                  onClick={() => change(value.filter((_, index) => index !== at))}
                >
                  <IconX size={12} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && value.length < limits.giftPicturesMax && (
        <Select
          mt={6}
          aria-label={t('giftTemplate.add')}
          placeholder={t('giftTemplate.add')}
          data={others.map((gift) => ({ value: String(gift.giftId), label: nameOf(gift) }))}
          searchable
          limit={50}
          nothingFoundMessage={t('giftTemplate.noMore')}
          value={null}
          onChange={(id) => {
            const gift = others.find(({ giftId }) => String(giftId) === id)
            if (gift) change([...value, gift])
          }}
        />
      )}
      {error !== undefined && error !== null && (
        <Input.Error mt={6} role="alert">
          {error as string}
        </Input.Error>
      )}
    </Input.Wrapper>
  )
}
