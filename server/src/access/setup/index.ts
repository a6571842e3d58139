// Set-up mode of a new installation: docs/architecture.md, "The first accounts".
export {
  askForFactors,
  beginSetup,
  forgetKnowers,
  givenAlone,
  hasFactor,
  inSetup,
  noteGiven,
  ownSince,
  withholdRoles,
} from './setup.queries.ts'
export { type GivenAlone, type SetupKind, setupKinds } from './setup.rules.ts'
export { endSetupForSimulation, enterSetup, mayActAlone, type SetupEnded } from './setup.service.ts'
