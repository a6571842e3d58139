// A phone preview for a selected viewer; problems of the schedule; and the order of a position.

import type { Payload } from '@greenroom/contract/call'
import { languageNameOf, languages } from '@greenroom/contract/languages'
import { placementShown } from '@greenroom/contract/official'
import { placementPositions, sexes } from '@greenroom/contract/statesAndKinds'
import { NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCountryOptions } from '../../../format/country.ts'
import { listed } from '../../../format/listed.ts'
import { Time } from '../../../format/Time.tsx'
import { fileUrl } from '../../../session/cookies.ts'
import { lead } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import classes from './placement.module.css'
import type { Kind } from './placement.ts'

const Order = loadable(() => import('./PlacementOrder.tsx'), 'Order')

const refreshMs = 5_000
type Viewer = Payload<typeof placementShown>

export function Preview({ kind, writable, refresh }: { kind: Kind; writable: boolean; refresh: () => void }) {
  const { t } = useTranslation('official')
  const positions = placementPositions[kind]
  const [viewer, setViewer] = useState<Viewer>({ kind, position: positions[0], language: 'en' })
  const payload = { ...viewer, kind }
  const { data, refetch } = useQuery({
    queryKey: [`official.${kind}`, 'shown', payload],
    queryFn: ({ signal }) => call(placementShown, payload, { signal }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  })
  const change = (part: Partial<Viewer>) => setViewer((now) => ({ ...now, ...part }))
  return (
    <aside className={classes['preview']} aria-label={t('preview.title')}>
      <h2>{t('preview.title')}</h2>
      <ViewerFields kind={kind} viewer={viewer} change={change} />
      <div className={classes['phone']} role="img" aria-label={t('preview.phone', { count: data?.shown.length ?? 0 })}>
        <span className={classes['notch']} />
        {data?.shown.length === 0 && <p className={classes['nothing']}>{t('preview.nothing')}</p>}
        {data?.shown.map((one) => (
          <div key={one.id} className={classes['item']} data-kind={kind}>
            {one.picture && <img src={fileUrl(one.picture.url)} alt="" />}
            {one.text && <p dir="auto">{one.text}</p>}
            <small>{one.name}</small>
          </div>
        ))}
      </div>
      {data && (data.clashes.length > 0 || data.gaps.length > 0) && (
        <ul className={classes['notes']}>
          {data.clashes.map((span) => (
            <li key={`clash ${span.from}`} data-tone="bad">
              {lead(t('preview.clash', { names: listed(span.names), slots: data.slots }))}
              <Time at={span.from} brief /> – <Time at={span.to} brief />
            </li>
          ))}
          {data.gaps.map((span) => (
            <li key={`gap ${span.from}`} data-tone="waiting">
              {lead(t('preview.gap'))}
              <Time at={span.from} brief /> – <Time at={span.to} brief />
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        <Order
          key={viewer.position}
          kind={kind}
          position={viewer.position}
          rows={data?.order ?? []}
          writable={writable}
          saved={() => {
            void refetch()
            refresh()
          }}
        />
      </Suspense>
    </aside>
  )
}

type FieldsProps = { kind: Kind; viewer: Viewer; change: (part: Partial<Viewer>) => void }

/** The viewer. */
function ViewerFields({ kind, viewer, change }: FieldsProps) {
  const { t } = useTranslation('official')
  const countries = useCountryOptions()
  const { position, country, sex, language, build } = viewer
  return (
    <div className={classes['viewer']}>
      <Select
        size="xs"
        label={t('fields.position')}
        data={placementPositions[kind].map((value) => ({ value, label: t(`options.position.${value}`) }))}
        value={position}
        allowDeselect={false}
        onChange={(value) => value && change({ position: value as Viewer['position'] })}
      />
      <Select
        size="xs"
        label={t('preview.country')}
        data={countries}
        searchable
        clearable
        limit={50}
        placeholder={t('preview.any')}
        value={country ?? null}
        onChange={(value) => change({ country: value ?? undefined })}
      />
      <Select
        size="xs"
        label={t('fields.sex')}
        data={sexes.map((value) => ({ value, label: t(`options.sex.${value}`) }))}
        clearable
        placeholder={t('preview.any')}
        value={sex ?? null}
        onChange={(value) => change({ sex: (value ?? undefined) as Viewer['sex'] })}
      />
      <Select
        size="xs"
        label={t('preview.language')}
        data={languages.map((value) => ({ value, label: languageNameOf(value) }))}
        allowDeselect={false}
        value={language ?? 'en'}
        onChange={(value) => change({ language: value as Viewer['language'] })}
      />
      <NumberInput
        size="xs"
        label={t('preview.build')}
        placeholder={t('preview.newest')}
        min={0}
        max={1_000_000_000}
        allowDecimal={false}
        value={(build as number | undefined) ?? ''}
        onChange={(value) => change({ build: value === '' ? undefined : Number(value) })}
      />
    </div>
  )
}
