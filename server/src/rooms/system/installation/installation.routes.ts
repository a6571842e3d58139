import {
  alarmList,
  installationState,
  mailTest,
  messageAgain,
  messageWithdraw,
  setupState,
  setupStepSet,
  smsTest,
} from '@greenroom/contract/installation'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { shownAlarms } from './alarmPanel.service.ts'
import { sendAgain, testMail, withdrawLetter } from './letters.service.ts'
import { type StateServices, stateOf } from './parts.service.ts'
import { type SetupServices, setStep, setupOf, testSms } from './setupSteps.service.ts'

export const installationRoutes = (services: SetupServices & StateServices): Served[] => [
  serve(setupState, (context) => setupOf(services, context)),
  serve(setupStepSet, setStep),
  serve(installationState, (context) => stateOf(services, context)),
  serve(alarmList, shownAlarms),
  serve(mailTest, (context, payload) => testMail(services, context, payload)),
  serve(messageAgain, sendAgain),
  serve(messageWithdraw, withdrawLetter),
  serve(smsTest, (context, payload) => testSms(services, context, payload)),
]
