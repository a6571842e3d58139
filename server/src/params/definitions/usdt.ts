// USDT on its chains.
import type { ParamDefinition } from './definition.ts'

export const usdt = {
  usdt_trc20_confirmations: {
    group: 'money',
    type: 'integer',
    default: '20',
    min: 1,
    max: 1000,
    sensitive: true,
    names: { en: 'Confirmations on TRON', cn: 'TRC20 确认数' },
    description: {
      en: 'Blocks needed by a deposit or payment, including its own. It must also be final, if the chain reports finality.',
      cn: '充值或付款所需的区块数（含所在区块）；链提供最终确认信息时，还须已最终确认。',
    },
  },
  usdt_erc20_confirmations: {
    group: 'money',
    type: 'integer',
    default: '12',
    min: 1,
    max: 1000,
    sensitive: true,
    names: { en: 'Confirmations on Ethereum', cn: 'ERC20 确认数' },
    description: {
      en: 'Blocks needed by a deposit or payment, including its own. It must also be final, if the chain reports finality.',
      cn: '充值或付款所需的区块数（含所在区块）；链提供最终确认信息时，还须已最终确认。',
    },
  },
  usdt_smallest_deposit: {
    group: 'money',
    type: 'integer',
    default: '10',
    unit: 'USDT',
    min: 1,
    max: 100_000,
    sensitive: true,
    names: { en: 'Smallest USDT deposit', cn: 'USDT 最低充值金额' },
    description: {
      en: 'Smaller deposits are not credited automatically.',
      cn: '低于此金额的充值不会自动入账。',
    },
  },
  usdt_two_nodes_over: {
    group: 'money',
    type: 'integer',
    default: '1000',
    unit: 'USDT',
    min: 1,
    max: 100_000_000,
    sensitive: true,
    names: { en: 'Two nodes required above', cn: '需两个节点确认的金额' },
    description: {
      en: 'What one node may confirm alone: with two nodes, all deposits of 24 hours while the other does not answer; with one, each deposit.',
      cn: '单个节点可独自确认的金额：配置两个节点时，为另一节点无响应期间 24 小时内充值的合计；仅有一个节点时，为单笔充值。',
    },
  },
  usdt_usd_cents: {
    group: 'money',
    type: 'integer',
    default: '100',
    unit: 'US¢',
    min: 1,
    max: 10_000,
    sensitive: true,
    names: { en: 'Value of 1 USDT', cn: '1 USDT 的价值' },
    description: {
      en: 'The value of 1 USDT in the books and for buying tokens.',
      cn: 'USDT 在账簿和代币换算中的价值。',
    },
  },
  usdt_trc20_explorer: {
    group: 'money',
    type: 'text',
    default: 'https://tronscan.org/#/transaction/{hash}',
    min: 1,
    max: 300,
    names: { en: 'TRON explorer', cn: 'TRC20 区块浏览器' },
    description: {
      en: 'Address for viewing transactions; {hash} is replaced by the transaction.',
      cn: '查看交易的地址，{hash} 将替换为交易哈希。',
    },
  },
  usdt_erc20_explorer: {
    group: 'money',
    type: 'text',
    default: 'https://etherscan.io/tx/{hash}',
    min: 1,
    max: 300,
    names: { en: 'Ethereum explorer', cn: 'ERC20 区块浏览器' },
    description: {
      en: 'Address for viewing transactions; {hash} is replaced by the transaction.',
      cn: '查看交易的地址，{hash} 将替换为交易哈希。',
    },
  },
} as const satisfies Record<string, ParamDefinition>
