import * as calls from '@greenroom/contract/security'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { changeMail, removeMail, sendToNewMail } from './ownMail.service.ts'
import * as number from './security.number.ts'
import * as service from './security.service.ts'

export const securityRoutes = (services: number.SecurityServices): Served[] => [
  serve(calls.securityInfo, (context) => service.info(services, context)),
  serve(calls.passkeyProve, (context) => service.askForProof(services, context)),
  serve(calls.passkeyAddAsk, (context, payload) => service.askToAddPasskey(services, context, payload)),
  serve(calls.passkeyAdd, (context, payload) => service.addPasskey(services, context, payload)),
  serve(calls.passkeyRename, service.renamePasskey),
  serve(calls.passkeyRemove, (context, payload) => service.removePasskey(services, context, payload)),
  serve(calls.authenticatorAsk, (context, payload) => service.askToBind(services, context, payload)),
  serve(calls.authenticatorBind, (context, payload) => service.bindAuthenticator(services, context, payload)),
  serve(calls.authenticatorRemove, (context, payload) => service.removeAuthenticator(services, context, payload)),
  serve(calls.recoveryRenew, (context, payload) => service.renewRecovery(services, context, payload)),
  serve(calls.ownPhoneCode, (context, payload) => number.sendToNewPhone(services, context, payload)),
  serve(calls.ownPhoneChange, (context, payload) => number.changePhone(services, context, payload)),
  serve(calls.ownMailCode, (context, payload) => sendToNewMail(services, context, payload)),
  serve(calls.ownMailChange, (context, payload) => changeMail(services, context, payload)),
  serve(calls.ownMailRemove, (context, payload) => removeMail(services, context, payload)),
  serve(calls.sessionEndOthers, service.endOthers),
]
