// The platform itself: time zone, approvals, exports and the bridge.
import type { ParamDefinition } from './definition.ts'

export const platform = {
  platform_time_zone: {
    group: 'platform',
    type: 'timeZone',
    default: 'UTC',
    frontEndNeeded: true,
    sensitive: true,
    names: { en: 'Platform time zone', cn: '平台时区' },
    description: {
      en: 'Business days and weeks, and all times on screens, use this time zone.',
      cn: '业务日、业务周以及界面上的所有时间均以此时区为准。',
    },
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
      en: 'How long a request waits for another member of staff before it expires.',
      cn: '等待另一名员工审批的申请在此时间后自动过期。',
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
    names: { en: 'Reports of bulk actions are kept', cn: '批量操作报告保留时间' },
    description: {
      en: 'How long the outcomes of a bulk action can be viewed.',
      cn: '批量操作的结果可供查看的时间。',
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
      en: 'How long commands accepted by the app can be looked up and replayed.',
      cn: '应用已接收的指令可供查询和重发的时间。',
    },
  },
} as const satisfies Record<string, ParamDefinition>
