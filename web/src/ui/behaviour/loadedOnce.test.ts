import { expect, test, vi } from 'vitest'
import { loadedOnce } from './loadedOnce.ts'

test('all who ask share one load; a failure is not kept', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue('here')
  const loaded = loadedOnce(load)
  const [one, other] = [loaded(), loaded()]
  await expect(one).rejects.toThrow('offline')
  await expect(other).rejects.toThrow('offline')
  expect(load).toHaveBeenCalledTimes(1)
  await expect(Promise.all([loaded(), loaded()])).resolves.toEqual(['here', 'here'])
  await loaded()
  expect(load).toHaveBeenCalledTimes(2)
})
