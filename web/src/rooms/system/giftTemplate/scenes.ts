export const scenes = ['live', 'call', 'chat', 'dynamic'] as const
