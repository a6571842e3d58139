import { usdtChains } from '@greenroom/contract/words'
import { Input, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chainNames } from '../usdt/parts.tsx'

/** The chain of a form. */
export function ChainField({ value, change }: { value: string; change: (value: string) => void }) {
  const { t } = useTranslation('finance')
  return (
    <Input.Wrapper label={t('columns.chain')} labelElement="div">
      <SegmentedControl
        fullWidth
        mt={4}
        aria-label={t('columns.chain')}
        data={usdtChains.map((chain) => ({ value: chain, label: chainNames[chain] }))}
        value={value}
        onChange={change}
      />
    </Input.Wrapper>
  )
}
