// Every parameter that the code reads: its type, default and bounds. Staff change values on /sys/param; a parameter
// that nothing reads is not here.

export type ParamDefinition = {
  group:
    | 'platform'
    | 'login'
    | 'sms'
    | 'approval'
    | 'export'
    | 'money'
    | 'live'
    | 'users'
    | 'audits'
    | 'bridge'
    | 'guilds'
  type: 'text' | 'integer' | 'boolean' | 'choice' | 'timeZone' | 'json'
  default: string
  unit?: string
  /** Bounds of a number, or of a text's length. */
  min?: number
  max?: number
  choices?: readonly string[]
  frontEndNeeded?: true
  /** Visible to staff, but not editable. */
  editable?: false
  /** A change waits for a checker (product.md, Four eyes). */
  sensitive?: true
  names: { en: string; cn: string }
  description: { en: string; cn: string }
}

export const definitions = {
  platform_time_zone: {
    group: 'platform',
    type: 'timeZone',
    default: 'UTC',
    frontEndNeeded: true,
    sensitive: true,
    names: { en: 'Platform time zone', cn: '平台时区' },
    description: {
      en: 'Business days and weeks, and every time on the screens, follow this zone.',
      cn: '业务日、业务周以及界面上的所有时间均以此时区为准。',
    },
  },
  login_failures: {
    group: 'login',
    type: 'integer',
    default: '10',
    min: 3,
    max: 100,
    sensitive: true,
    names: { en: 'Failures before freezing', cn: '冻结前允许的失败次数' },
    description: {
      en: 'Failed log-ins within the window after which the account is frozen.',
      cn: '在时间窗口内登录失败达到此次数后，账号将被冻结。',
    },
  },
  login_captcha_failures: {
    group: 'login',
    type: 'integer',
    default: '3',
    min: 1,
    max: 100,
    sensitive: true,
    names: { en: 'Failures before a captcha', cn: '要求图形验证码前的失败次数' },
    description: {
      en: 'Failed log-ins of an account within the window after which logging in asks for a captcha.',
      cn: '账号在时间窗口内登录失败达到此次数后，登录时需要输入图形验证码。',
    },
  },
  login_window_minutes: {
    group: 'login',
    type: 'integer',
    default: '15',
    unit: 'min',
    min: 1,
    max: 1_440,
    names: { en: 'Failure window', cn: '失败计数窗口' },
    description: { en: 'How far back failed log-ins are counted.', cn: '统计登录失败次数的时间范围。' },
  },
  login_freeze_minutes: {
    group: 'login',
    type: 'integer',
    default: '15',
    unit: 'min',
    min: 1,
    max: 1_440,
    names: { en: 'Freeze length', cn: '冻结时长' },
    description: { en: 'How long a frozen account stays frozen.', cn: '账号被冻结的时长。' },
  },
  login_tries_per_minute: {
    group: 'login',
    type: 'integer',
    default: '20',
    min: 1,
    max: 10_000,
    names: { en: 'Log-in tries a minute', cn: '每分钟登录尝试次数' },
    description: { en: 'From one address.', cn: '同一地址每分钟允许的尝试次数。' },
  },
  register_checks_per_minute: {
    group: 'login',
    type: 'integer',
    default: '30',
    min: 1,
    max: 10_000,
    names: { en: 'Registration checks a minute', cn: '每分钟注册校验次数' },
    description: { en: 'From one address.', cn: '同一地址每分钟允许的校验次数。' },
  },
  sms_per_hour: {
    group: 'sms',
    type: 'integer',
    default: '5',
    min: 1,
    max: 100,
    names: { en: 'Codes an hour', cn: '每小时验证码条数' },
    description: { en: 'To one number.', cn: '同一号码每小时最多发送的条数。' },
  },
  sms_per_day: {
    group: 'sms',
    type: 'integer',
    default: '10',
    min: 1,
    max: 1_000,
    names: { en: 'Codes a day', cn: '每日验证码条数' },
    description: { en: 'To one number.', cn: '同一号码每日最多发送的条数。' },
  },
  sms_per_address_day: {
    group: 'sms',
    type: 'integer',
    default: '20',
    min: 1,
    max: 10_000,
    names: { en: 'Codes a day from one address', cn: '每个地址每日验证码条数' },
    description: { en: 'From one network address, to any number.', cn: '同一网络地址每日最多请求的条数。' },
  },
  approval_hours: {
    group: 'approval',
    type: 'integer',
    default: '72',
    unit: 'h',
    min: 1,
    max: 720,
    sensitive: true,
    names: { en: 'Approvals expire after', cn: '审批过期时间' },
    description: {
      en: 'How long something waits for a second member of staff before it expires.',
      cn: '待第二人审批的事项在此时间后自动过期。',
    },
  },
  refund_approval_usd: {
    group: 'money',
    type: 'integer',
    default: '500',
    unit: 'USD',
    min: 0,
    max: 1_000_000,
    sensitive: true,
    names: { en: 'Refunds that one person may ask for', cn: '单人退款限额' },
    description: {
      en: 'Over this, counted with what the same member of staff refunded alone within 24 hours, a refund waits for a second one.',
      cn: '同一员工 24 小时内单独退款的累计金额超过此数时，退款需由另一名员工审批。',
    },
  },
  grant_approval_tokens: {
    group: 'users',
    type: 'integer',
    default: '100000',
    min: 0,
    max: 10_000_000,
    sensitive: true,
    names: { en: 'Grants without approval', cn: '免审批赠送上限' },
    description: {
      en: 'Tokens an operation may grant or deduct, all people together; above it a second member of staff approves.',
      cn: '单次赠送或扣除的代币总数（所有用户合计）上限；超过时需第二人审批。',
    },
  },
  export_keep_hours: {
    group: 'export',
    type: 'integer',
    default: '24',
    unit: 'h',
    min: 1,
    max: 168,
    names: { en: 'Exports are kept', cn: '导出文件保留时间' },
    description: { en: 'How long an export file can be downloaded.', cn: '导出文件可供下载的时间。' },
  },
  bulk_keep_days: {
    group: 'export',
    type: 'integer',
    default: '30',
    unit: 'd',
    min: 1,
    max: 365,
    names: { en: 'Reports of batches are kept', cn: '批量任务报告保留时间' },
    description: {
      en: 'How long the outcomes of an action on all that match can be read.',
      cn: '批量处理全部匹配项的结果可供查看的时间。',
    },
  },
  bonus_share_bp: {
    group: 'money',
    type: 'integer',
    default: '4000',
    unit: 'bp',
    min: 0,
    max: 10_000,
    sensitive: true,
    names: { en: 'Bonus share', cn: '奖励分成比例' },
    description: {
      en: 'What a woman earns of the tokens others spend, in hundredths of a percent, rounded down once an event.',
      cn: '女性用户从他人为其消费的代币中获得的比例（万分之一），每个事件向下取整一次。',
    },
  },
  tokens_per_usd: {
    group: 'money',
    type: 'integer',
    default: '100',
    min: 1,
    max: 1_000_000,
    frontEndNeeded: true,
    sensitive: true,
    names: { en: 'Tokens for 1 USD', cn: '1 美元兑代币数' },
    description: {
      en: 'The retail price that the app shows, and what a token is worth where no price was paid for it.',
      cn: '应用展示的零售价，也用于未按售价购买的代币的折算。',
    },
  },
  // A change revalues nothing: booked amounts and requested withdrawals keep their USD value. If paying out at the new
  // rate costs more or less than was booked, the difference stays on `bonusLiability`, for finance to correct with a
  // transfer.
  bonus_per_usd: {
    group: 'money',
    type: 'integer',
    default: '100',
    min: 1,
    max: 1_000_000,
    frontEndNeeded: true,
    sensitive: true,
    names: { en: 'Bonus for 1 USD', cn: '1 美元兑奖励数' },
    description: {
      en: 'What earned bonus is worth, in the books and when it is paid out. Bonus earned before a change keeps its value in the books.',
      cn: '已获奖励的折算价值，用于记账和提现。修改前已获得的奖励按原值记账。',
    },
  },
  withdrawal_min_usd: {
    group: 'money',
    type: 'integer',
    default: '10',
    unit: 'USD',
    min: 1,
    max: 100_000,
    sensitive: true,
    names: { en: 'Smallest withdrawal', cn: '最低提现金额' },
    description: { en: 'Less cannot be asked for.', cn: '低于此金额不能申请提现。' },
  },
  withdrawal_step_usd: {
    group: 'money',
    type: 'integer',
    default: '10',
    unit: 'USD',
    min: 1,
    max: 100_000,
    sensitive: true,
    names: { en: 'Step of withdrawals', cn: '提现金额步长' },
    description: { en: 'A withdrawal is a multiple of it.', cn: '提现金额须为此数的整数倍。' },
  },
  usdt_trc20_confirmations: {
    group: 'money',
    type: 'integer',
    default: '20',
    min: 1,
    max: 1000,
    sensitive: true,
    names: { en: 'Confirmations on TRON', cn: 'TRC20 确认数' },
    description: {
      en: 'Blocks that a deposit or payment needs, its own included. It has to be final besides, where the chain tells it.',
      cn: '充值或付款所需的区块数（含自身）；链上提供最终确认信息时还须已最终确认。',
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
      en: 'Blocks that a deposit or payment needs, its own included. It has to be final besides, where the chain tells it.',
      cn: '充值或付款所需的区块数（含自身）；链上提供最终确认信息时还须已最终确认。',
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
      en: 'Less is not credited by itself.',
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
    names: { en: 'Two nodes agree over', cn: '需两个节点确认的金额' },
    description: {
      en: 'Deposits and payments over this amount need two nodes of the chain that agree.',
      cn: '超过此金额的充值和付款须由两个节点一致确认。',
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
      en: 'What a USDT counts in the books and for tokens.',
      cn: 'USDT 在账簿和代币换算中的价值。',
    },
  },
  usdt_trc20_explorer: {
    group: 'money',
    type: 'text',
    default: 'https://tronscan.org/#/transaction/{hash}',
    min: 1,
    max: 300,
    names: { en: 'Explorer of TRON', cn: 'TRC20 区块浏览器' },
    description: {
      en: 'Where transactions are looked at; {hash} becomes the transaction.',
      cn: '查看交易的地址，{hash} 将替换为交易哈希。',
    },
  },
  usdt_erc20_explorer: {
    group: 'money',
    type: 'text',
    default: 'https://etherscan.io/tx/{hash}',
    min: 1,
    max: 300,
    names: { en: 'Explorer of Ethereum', cn: 'ERC20 区块浏览器' },
    description: {
      en: 'Where transactions are looked at; {hash} becomes the transaction.',
      cn: '查看交易的地址，{hash} 将替换为交易哈希。',
    },
  },
  call_free_seconds: {
    group: 'live',
    type: 'integer',
    default: '10',
    unit: 's',
    min: 0,
    max: 60,
    sensitive: true,
    names: { en: 'Free beginning of a call', cn: '通话免费时长' },
    description: { en: 'A call that is shorter costs nothing.', cn: '短于此时长的通话不收费。' },
  },
  call_silence_seconds: {
    group: 'live',
    type: 'integer',
    default: '90',
    unit: 's',
    min: 30,
    max: 3_600,
    names: { en: 'Silent call ends after', cn: '通话无消息后结束' },
    description: {
      en: 'A call of which the app tells no minute for so long has ended.',
      cn: '应用在此时间内未上报通话分钟的通话视为已结束。',
    },
  },
  live_silence_seconds: {
    group: 'live',
    type: 'integer',
    default: '60',
    unit: 's',
    min: 10,
    max: 3_600,
    names: { en: 'Silent broadcast ends after', cn: '直播无心跳后结束' },
    description: {
      en: 'A broadcast without a heartbeat for so long has ended.',
      cn: '在此时间内没有心跳的直播视为已结束。',
    },
  },
  forbid_ladder_days: {
    group: 'live',
    type: 'integer',
    default: '90',
    unit: 'd',
    min: 1,
    max: 3_650,
    names: { en: 'Escalation of broadcast bans looks back', cn: '累进处罚回溯时间' },
    description: {
      en: 'Warnings and broadcast bans of this time count when the next step is suggested.',
      cn: '建议下一档禁播时长时，统计此时间内的警告与禁播记录。',
    },
  },
  guild_valid_day_live_minutes: {
    group: 'guilds',
    type: 'integer',
    default: '60',
    unit: 'min',
    min: 1,
    max: 1_440,
    sensitive: true,
    names: { en: 'Valid day: minutes live', cn: '有效天：直播分钟数' },
    description: {
      en: 'An anchor’s day is valid with so many minutes live.',
      cn: '主播当日直播达到此分钟数即为有效天。',
    },
  },
  guild_valid_day_call_minutes: {
    group: 'guilds',
    type: 'integer',
    default: '20',
    unit: 'min',
    min: 1,
    max: 1_440,
    sensitive: true,
    names: { en: 'Valid day: minutes on calls', cn: '有效天：通话分钟数' },
    description: {
      en: 'An anchor’s day is valid with so many minutes on calls.',
      cn: '主播当日通话达到此分钟数即为有效天。',
    },
  },
  payout_approval_usd: {
    group: 'guilds',
    type: 'integer',
    default: '500',
    unit: 'USD',
    min: 0,
    max: 1_000_000,
    sensitive: true,
    names: { en: 'Payouts without approval', cn: '免审批打款上限' },
    description: {
      en: 'What a payout, or all that one member of staff paid within 24 hours, may come to; above it a second member of staff approves.',
      cn: '单次打款或同一人员 24 小时内打款的合计上限；超过时需第二人审批。',
    },
  },
  payout_account_wait_hours: {
    group: 'guilds',
    type: 'integer',
    default: '24',
    unit: 'h',
    min: 0,
    max: 720,
    sensitive: true,
    names: { en: 'New payout accounts wait', cn: '新收款账户等待时间' },
    description: {
      en: 'A new or changed payout account takes effect so long after it was entered, and not before it was approved.',
      cn: '新增或修改的收款账户经审批后，自提交起满此时间才生效。',
    },
  },
  guild_confirm_hours: {
    group: 'guilds',
    type: 'integer',
    default: '48',
    unit: 'h',
    min: 1,
    max: 168,
    names: { en: 'Settlements confirm themselves after', cn: '结算自动确认时间' },
    description: {
      en: 'How long a leader may confirm or dispute a week before it confirms itself.',
      cn: '会长在此时间内未确认也未提出异议的周结算将自动确认。',
    },
  },
  guild_invitation_days: {
    group: 'guilds',
    type: 'integer',
    default: '7',
    unit: 'd',
    min: 1,
    max: 90,
    names: { en: 'Guild invitations lapse after', cn: '公会邀请有效期' },
    description: {
      en: 'An invitation that nobody answered lapses after this time.',
      cn: '邀请超过此时间未答复将自动失效。',
    },
  },
  guild_leave_days: {
    group: 'guilds',
    type: 'integer',
    default: '7',
    unit: 'd',
    min: 1,
    max: 90,
    names: { en: 'Leaving is agreed to after', cn: '退出申请自动同意时间' },
    description: {
      en: 'A request to leave a guild that its leader did not answer is agreed to after this time.',
      cn: '会长在此时间内未处理的退出申请将自动同意。',
    },
  },
  audit_claim_minutes: {
    group: 'audits',
    type: 'integer',
    default: '10',
    unit: 'min',
    min: 1,
    max: 120,
    names: { en: 'Claimed items are held', cn: '领取的审核项保留时间' },
    description: {
      en: 'How long items that a reviewer has taken are given to nobody else.',
      cn: '审核员领取的审核项在此时间内不会分配给他人。',
    },
  },
  audit_undo_seconds: {
    group: 'audits',
    type: 'integer',
    default: '30',
    unit: 's',
    min: 5,
    max: 600,
    names: { en: 'Decisions can be undone', cn: '审核结果可撤销时间' },
    description: {
      en: 'How long reviewers can take back their own decisions.',
      cn: '审核员可在此时间内撤销自己的审核结果。',
    },
  },
  audit_quality_bp: {
    group: 'audits',
    type: 'integer',
    default: '500',
    unit: 'bp',
    min: 0,
    max: 10_000,
    names: { en: 'Second looks', cn: '复审比例' },
    description: {
      en: 'Share of decisions that a second reviewer makes again without knowing the first, in hundredths of a percent.',
      cn: '由另一名审核员在不知情的情况下再次审核的比例（万分之一）。',
    },
  },
  bridge_keep_days: {
    group: 'bridge',
    type: 'integer',
    default: '30',
    unit: 'd',
    min: 1,
    max: 365,
    names: { en: 'Delivered commands are kept', cn: '已送达指令保留时间' },
    description: {
      en: 'How long commands that the live app has taken can be looked up and replayed.',
      cn: '应用已接收的指令可供查询和重发的时间。',
    },
  },
} as const satisfies Record<string, ParamDefinition>

export type ParamKey = keyof typeof definitions
