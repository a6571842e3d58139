import {
  providerBegin,
  providerLink,
  providerLinkBegin,
  providerLogin,
  providerOwn,
  providerUnlink,
} from '@greenroom/contract/provider'
import { type Served, serve } from '../../kit/calls/serve.ts'
import { beginLink, link, ownLink, unlink } from './provider.link.ts'
import { beginLogin, loginByProvider, type ProviderServices } from './provider.login.ts'

export const providerRoutes = (services: ProviderServices): Served[] => [
  serve(providerBegin, (context) => beginLogin(services, context)),
  serve(providerLogin, (context, payload) => loginByProvider(services, context, payload)),
  serve(providerOwn, (context) => ownLink(services, context)),
  serve(providerLinkBegin, (context) => beginLink(services, context)),
  serve(providerLink, (context, payload) => link(services, context, payload)),
  serve(providerUnlink, (context) => unlink(services, context)),
]
