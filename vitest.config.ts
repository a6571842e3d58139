import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const patient = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...patient,
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          globalSetup: ['test/cluster.ts'],
          pool: 'forks',
        },
      },
      { test: { ...patient, name: 'bridge-client', root: 'bridge-client', include: ['src/**/*.test.ts'] } },
      { test: { ...patient, name: 'simulator', root: 'simulator', include: ['src/**/*.test.ts'] } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'node' } },
    ],
  },
})
