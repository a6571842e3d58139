import { nameIn, useLabels } from '../../../ui/labels.ts'

export const ParamName = ({ names }: { names: { en: string; cn: string } }) => nameIn(names, useLabels().language)
