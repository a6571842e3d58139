// What a figure counts, at its name: its definition in a sentence, and its formula on a line of its own.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { Tooltip } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A figure's definition and formula; `named` with the figure's name, where several are listed. */
export function useDefinition() {
  const { t } = useTranslation('indicators')
  return (figure: FigureKey, { named = false } = {}): string[] => {
    const how = t(`how.${figure}`)
    return [
      named ? t('chartHow', { figure: t(`figures.${figure}`), how }) : how,
      t('formula', { formula: t(`formulas.${figure}`) }),
    ]
  }
}

/** A name that shows these lines, for the keyboard as well. Tooltips are created on demand, since one for each tile would delay the charts. */
export function Defined({ name, lines }: { name: string; lines: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span
        ref={place}
        // biome-ignore lint: the definition is for the keyboard as well
        tabIndex={0}
        aria-description={lines.join(' ')}
        onPointerEnter={() => setOpen(true)}
        onPointerLeave={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        {name}
      </span>
      {isOpen && <Tooltip target={place} opened label={<Lines of={lines} />} multiline maw={320} />}
    </>
  )
}

const Lines = ({ of }: { of: readonly string[] }) => of.map((line) => <div key={line}>{line}</div>)
