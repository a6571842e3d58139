// Setting up the installation.
import type { SetupStep } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import type { Sentence } from './words.ts'

const say = sayer('system')

/** What staff said about a step of setting up. */
export const setupStepSet = (step: SetupStep, state: 'open' | 'done' | 'skipped'): Sentence =>
  say(`setupStep.${state}`, { step: say(`setupStepName.${step}`) })

/** The number is masked. */
export const smsTested = (phone: string): Sentence => say('smsTested', { phone })
