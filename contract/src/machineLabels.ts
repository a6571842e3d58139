// What the machine sees in pictures and texts: the labels an app sends with its scores.

/** Their texts are `moderation:options.label`. An app may send others, which are shown unchanged. */
export const machineLabels = ['nudity', 'suggestive', 'text', 'minor', 'violence', 'contact', 'smoking'] as const

export type MachineLabel = (typeof machineLabels)[number]
