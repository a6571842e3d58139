// A live preview of the page at phone and desktop size.
import { type LandingLanguage, renderLanding } from '@greenroom/contract/landingPage'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileUrl } from '../../../session/cookies.ts'
import { type ContentForm, contentOf } from './content.ts'
import classes from './landing.module.css'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const sizes = { phone: { width: 390, height: 700 }, desk: { width: 1_180, height: 760 } } as const

export function Preview({ form, language }: { form: ContentForm; language: LandingLanguage }) {
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
