// Alarms: faults of the installation of which people are told. Each has its words in `notify.json` and a section of docs/operating.md.
import type { MenuKey } from './screens.ts'

/** `critical`: money, events or data are at stake until somebody acts. `href`: where it is seen. */
type Alarm = { severity: 'critical' | 'warning'; menu: MenuKey; href: string }

export const alarms = {
  diskFull: { severity: 'critical', menu: 'system.bridge', href: '/sys/bridge' },
  diskLow: { severity: 'warning', menu: 'system.installation', href: '/sys/installation' },
  clockOff: { severity: 'critical', menu: 'system.installation', href: '/sys/installation' },
  chainBroken: { severity: 'critical', menu: 'system.installation', href: '/sys/log' },
  reconcileDiffers: { severity: 'critical', menu: 'system.installation', href: '/flow/reconcile' },
  heldEvents: { severity: 'critical', menu: 'system.bridge', href: '/sys/bridge?tab=held&state=held' },
  deadLetters: { severity: 'critical', menu: 'system.bridge', href: '/sys/bridge?tab=deliveries&state=dead' },
  standbyMissing: { severity: 'critical', menu: 'system.installation', href: '/sys/health' },
  deliveriesOff: { severity: 'critical', menu: 'system.installation', href: '/sys/bridge' },
  commandsPending: {
    severity: 'warning',
    menu: 'system.installation',
    href: '/sys/bridge?tab=deliveries&state=waiting',
  },
  parkedWork: { severity: 'warning', menu: 'system.bridge', href: '/sys/bridge' },
  figuresBehind: { severity: 'warning', menu: 'system.installation', href: '/sys/bridge' },
  usdtNodes: { severity: 'critical', menu: 'finance.usdtIn', href: '/finance/usdtIn' },
  usdtOutflows: { severity: 'critical', menu: 'finance.wallet', href: '/finance/wallet?tab=outflows&unexplained=true' },
  usdtVanished: {
    severity: 'critical',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn?vanished=true&unexplained=true',
  },
  usdtUnmatched: {
    severity: 'warning',
    menu: 'finance.usdtIn',
    href: '/finance/usdtIn?depositState=unmatched&vanished=false',
  },
  walBehind: { severity: 'critical', menu: 'system.installation', href: '/sys/installation' },
  backupOld: { severity: 'critical', menu: 'system.installation', href: '/sys/installation' },
  restoreFailed: { severity: 'critical', menu: 'system.installation', href: '/sys/health' },
  deadMessages: { severity: 'warning', menu: 'system.installation', href: '/sys/installation' },
} as const satisfies Record<string, Alarm>

export type AlarmKey = keyof typeof alarms
export const alarmKeys = Object.keys(alarms) as AlarmKey[]
export const alarmSeverities = ['critical', 'warning'] as const

/** The section of docs/operating.md that says what to do: _Alarm: …_ */
export const manualOf = (key: AlarmKey): string => `/docs/operating#alarm-${key.toLowerCase()}`
