export const entryKinds = ['ip', 'user', 'device', 'withdrawal'] as const
