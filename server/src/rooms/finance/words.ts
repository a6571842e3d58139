// Texts of money in exported files.
import type { Words } from '../../kit/words.ts'

export const accountKinds: Words = {
  bank: { en: 'Bank account', cn: '银行账户' },
  'e-wallet': { en: 'E-wallet', cn: '电子钱包' },
  'usdt.trc20': { en: 'USDT (TRC20)', cn: 'USDT（TRC20）' },
  'usdt.erc20': { en: 'USDT (ERC20)', cn: 'USDT（ERC20）' },
}
