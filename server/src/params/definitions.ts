// Every parameter that the code reads: its type, default and bounds. Staff change values on /sys/param; a parameter
// that nothing reads is not here.

export type ParamDefinition = {
  group: 'platform' | 'login' | 'sms' | 'approval' | 'export'
  type: 'text' | 'integer' | 'boolean' | 'choice' | 'timeZone' | 'json'
  default: string
  unit?: string
  /** Bounds of a number, or of a text's length. */
  min?: number
  max?: number
  choices?: readonly string[]
  frontEndNeeded?: true
  /** Shown, but not for staff to change. */
  editable?: false
  /** A change waits for a second member of staff (product.md, Four eyes). */
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
    names: { en: 'Approval lapses after', cn: '审批过期时间' },
    description: {
      en: 'How long something waits for a second member of staff before it lapses.',
      cn: '待第二人审批的事项在此时间后自动过期。',
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
} as const satisfies Record<string, ParamDefinition>

export type ParamKey = keyof typeof definitions
