import { installationState, setupState, setupStepSet, smsTest } from '@greenroom/contract/installation'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { type StateServices, stateOf } from './parts.service.ts'
import { type SetupServices, setStep, setupOf, testSms } from './setupSteps.service.ts'

export const installationRoutes = (services: SetupServices & StateServices): Served[] => [
  serve(setupState, (context) => setupOf(services, context)),
  serve(setupStepSet, setStep),
  serve(installationState, (context) => stateOf(services, context)),
  serve(smsTest, (context, payload) => testSms(services, context, payload)),
]
