// Parameters as a test needs them, without the calls that change them.
import type { ParamKey } from '../src/params/index.ts'
import type { TestProduct } from './product.ts'

/** Sets an integer parameter, in force at once. */
export async function setParam(
  { database, clock, params }: TestProduct,
  key: ParamKey,
  value: number | boolean,
): Promise<void> {
  const values = {
    key,
    type: typeof value === 'boolean' ? ('boolean' as const) : ('integer' as const),
    value: String(value),
    built_in: true,
  }
  await database
    .insertInto('system.param')
    .values({ ...values, updated_at: clock.now(), updated_by: 'test' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: values.value }))
    .execute()
  await params.refresh()
}
