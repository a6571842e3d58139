// Setting up the installation.
import type { messageWays, SetupStep } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import type { Sentence } from './words.ts'

const say = sayer('system')

/** What staff said about a step of setting up. */
export const setupStepSet = (step: SetupStep, state: 'open' | 'done' | 'skipped'): Sentence =>
  say(`setupStep.${state}`, { step: say(`setupStepName.${step}`) })

/** The number is masked. */
export const smsTested = (phone: string): Sentence => say('smsTested', { phone })

/** The address is masked. */
export const mailTested = (address: string, accepted: boolean): Sentence =>
  say(accepted ? 'mailTested' : 'mailRefused', { address })

/** A letter that was given up; its receiver is masked. */
export const messageHandled = (
  what: 'again' | 'withdrawn',
  letter: { way: (typeof messageWays)[number]; receiver: string },
): Sentence => say(`message.${what}`, { way: say(`messageWay.${letter.way}`), address: letter.receiver })
