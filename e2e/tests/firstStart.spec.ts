import { expect, test } from '../harness/test.ts'

test('harness', async ({ server }) => {
  const admin = await server.administrator()
  expect(admin.token).toBeTruthy()
})
