// The same draws on every run, so that `npm test` never fails by chance; `npm run explore` draws new ones.
import fc from 'fast-check'

const explored = process.env['EXPLORE_SEED']

fc.configureGlobal(explored === undefined ? { seed: 20_251_122 } : { seed: Number(explored), numRuns: 500 })
