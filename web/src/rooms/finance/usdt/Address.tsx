// Shared parts of the USDT screens.

import type { usdtChains } from '@greenroom/contract/statesAndKinds'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../../session/refusalReasons.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code } from '../../../ui/Facts.tsx'

export const chainNames: Record<(typeof usdtChains)[number], string> = { trc20: 'TRC20', erc20: 'ERC20' }

/** The first and last characters of a long text. */
export const brief = (text: string): string => (text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text)

const inLine = { display: 'inline-flex', alignItems: 'center', gap: 4, verticalAlign: 'middle', lineHeight: 1 } as const

/** An address, shortened; copying gives all of it. */
export function Address({ children }: { children: string }) {
  const { t } = useTranslation('finance')
  return (
    <span title={children} style={inLine}>
      <Code>{brief(children)}</Code>
      <CopyButton text={children} label={t('usdt.copyAddress')} />
    </span>
  )
}

/** A transaction, with a link to its explorer. */
export function Transaction({ hash, explorer }: { hash: string; explorer: string }) {
  const { t } = useTranslation('finance')
  if (!hash) return '–'
  return (
    <span title={hash} style={inLine}>
      {explorer.startsWith('https://') ? (
        <Anchor href={explorer} target="_blank" rel="noreferrer" underline="always">
          <Code>{brief(hash)}</Code>
        </Anchor>
      ) : (
        <Code>{brief(hash)}</Code>
      )}
      <CopyButton text={hash} label={t('usdt.copyTransaction')} />
    </span>
  )
}

/** The reason of a state, in the reader's language. */
export function Why({ reason }: { reason: string }) {
  const text = reasonOf({ reason })
  return text === '' ? '–' : <span title={text}>{text}</span>
}
