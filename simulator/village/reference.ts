// Reference data of the village, so that its screens show what they are for: a sanctions list, layouts of payout files, the app's versions and
// the whitelist. All made up: nobody of the village is on the list, and nobody has the devices.
import type { Answer, Payload } from '@greenroom/contract/call'
import { payoutMappingSave } from '@greenroom/contract/payoutBatches'
import { sanctionsPart, sanctionsStart } from '@greenroom/contract/sanctions'
import { versionCalls, whitelistCalls } from '@greenroom/contract/systemRecords'
import { textOf } from '../../server/src/kit/time.ts'
import { accountNamed, actAt, type VillageServices } from './context.ts'
import { financeOf } from './financeStaff.ts'

const day = 86_400_000

const listed = `id,schema,name,aliases,sanctions,countries,identifiers
GR-DEMO-1,Person,Zebediah Quillfeather,Zeb Quillfeather,Greenroom demo list,xx,
GR-DEMO-2,Person,Ottoline Vexworth,,Greenroom demo list,xx,
GR-DEMO-3,Company,Umbral Harbour Trading,Umbral Harbour,Greenroom demo list,xx,
GR-DEMO-4,CryptoWallet,Wallet of Umbral Harbour,,Greenroom demo list,xx,TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE
`

const layouts = [
  {
    name: 'Bank, transfers abroad',
    kind: 'bank',
    delimiter: ';',
    columns: [
      { header: 'Reference', field: 'payoutId' },
      { header: 'Beneficiary', field: 'holder' },
      { header: 'Account', field: 'accountNumber' },
      { header: 'Bank', field: 'bankName' },
      { header: 'SWIFT', field: 'swift' },
      { header: 'Amount', field: 'usd' },
      { header: 'Currency', field: 'currency' },
    ],
  },
  {
    name: 'E-wallets',
    kind: 'e-wallet',
    delimiter: ',',
    columns: [
      { header: 'id', field: 'payoutId' },
      { header: 'provider', field: 'provider' },
      { header: 'wallet', field: 'accountNumber' },
      { header: 'name', field: 'holder' },
      { header: 'usd', field: 'usd' },
    ],
  },
] as const

type Version = Payload<typeof versionCalls.save>

const address = 'https://greenroom.example/app'
const versions: readonly (readonly [days: number, version: Version])[] = [
  [
    -25.2,
    {
      app: 'Android',
      build: 118,
      name: '2.4.0',
      address,
      description: '1v1 calls.',
      mandatory: false,
      sharePercent: 100,
    },
  ],
  [
    -22.4,
    {
      app: 'Android',
      build: 124,
      name: '2.5.1',
      address,
      description: 'Mends sound.',
      mandatory: true,
      sharePercent: 100,
    },
  ],
  [
    -2.6,
    {
      app: 'Android',
      build: 127,
      name: '2.6.0',
      address,
      description: 'New gifts.',
      mandatory: false,
      sharePercent: 20,
    },
  ],
  [
    -21.9,
    { app: 'iOS', build: 97, name: '2.5.1', address, description: 'Mends sound.', mandatory: false, sharePercent: 100 },
  ],
]

/** Plans the reference data, unless there is some. */
export async function planReference(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  if (await database.selectFrom('system.app_version').select('id').limit(1).executeTakeFirst()) return
  const finance = await financeOf(services)
  const operations = await accountNamed(database, 'demo-operations')
  const at = (days: number) => new Date(now.getTime() + days * day)
  const on = (days: number, run: (at: Date) => Promise<unknown>) => later(at(days), () => run(at(days)))

  on(-27.4, async (then) => {
    const { listId } = await finance.maker<Answer<typeof sanctionsStart>>(then, sanctionsStart, {
      name: 'Demo list (made up)',
      fileName: 'demo-list.csv',
    })
    await finance.upload(then, sanctionsPart, { listId, number: 0, last: true, file: Buffer.from(listed) })
  })
  on(-26.7, async (then) => {
    for (const { columns, ...layout } of layouts)
      await finance.maker(then, payoutMappingSave, { ...layout, columns: JSON.stringify(columns) })
  })
  for (const [days, version] of versions)
    on(days, (then) => actAt(services, operations, then, versionCalls.save, version))
  on(-6.3, (then) =>
    finance.administrator(then, whitelistCalls.save, {
      kind: 'device',
      value: 'agency-tablet-7',
      note: 'The agency that photographs for us',
      expiresAtStr: textOf(at(8), services.timeZone()),
    }),
  )
  on(-20.1, (then) =>
    finance.administrator(then, whitelistCalls.save, { kind: 'device', value: 'office-phone-1', note: 'For tests' }),
  )
}
