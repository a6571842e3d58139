import { machineLabelText } from '@greenroom/contract/machineLabels'
import { textLanguage } from '../i18n/index.ts'

/** A machine label's text; unknown ones are shown unchanged. */
export const machineLabel = (label: string): string => machineLabelText(label, textLanguage())
