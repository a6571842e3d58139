import { country } from '@greenroom/contract/records/system'
import { countriesChanged } from '@greenroom/contract/sentences/system'
import { countryCalls } from '@greenroom/contract/systemRecords'
import { recordScreen } from '../../page/record/recordScreen.tsx'
import { Code } from '../../ui/Facts.tsx'

export default recordScreen({
  of: country,
  calls: countryCalls,
  columns: {
    nameEn: 220,
    nameCn: 160,
    code: { cell: ({ code, code3 }) => <Code>{`${code} · ${code3}`}</Code>, width: 110 },
    diallingCode: { width: 120, align: 'end' },
    currency: 100,
    region: 150,
    enabled: 110,
    sort: 80,
  },
  size: 100,
  name: ({ names }) => names.en,
  message: (rows, change, form) =>
    countriesChanged(
      form,
      rows.map(({ names }) => names),
      change,
    ),
})
