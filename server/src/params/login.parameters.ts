// Logging in and text messages.
import type { ParamDefinition } from './definition.ts'

export const login = {
  login_failures: {
    group: 'login',
    type: 'integer',
    default: '10',
    min: 3,
    max: 100,
    sensitive: true,
  },
  login_captcha_failures: {
    group: 'login',
    type: 'integer',
    default: '3',
    min: 1,
    max: 100,
    sensitive: true,
  },
  login_window_minutes: {
    group: 'login',
    type: 'integer',
    default: '15',
    unit: 'min',
    min: 1,
    max: 1_440,
  },
  login_freeze_minutes: {
    group: 'login',
    type: 'integer',
    default: '15',
    unit: 'min',
    min: 1,
    max: 1_440,
  },
  login_tries_per_minute: {
    group: 'login',
    type: 'integer',
    default: '20',
    min: 1,
    max: 10_000,
  },
  register_checks_per_minute: {
    group: 'login',
    type: 'integer',
    default: '30',
    min: 1,
    max: 10_000,
  },
  sms_per_hour: {
    group: 'sms',
    type: 'integer',
    default: '5',
    min: 1,
    max: 100,
  },
  sms_per_day: {
    group: 'sms',
    type: 'integer',
    default: '10',
    min: 1,
    max: 1_000,
  },
  sms_per_address_day: {
    group: 'sms',
    type: 'integer',
    default: '20',
    min: 1,
    max: 10_000,
  },
} as const satisfies Record<string, ParamDefinition>
