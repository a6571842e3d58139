// receive.mjs
import { createServer } from 'node:http'
import { createClient } from '@greenroom/bridge-client'

const greenroom = createClient({ url: process.env.GREENROOM_URL, secret: process.env.GREENROOM_SECRET })

const listener = greenroom.receive({
  'user.banned': async ({ userId, until, reason }) => {
    // End the session, the call and the broadcast; then return, and Greenroom knows that it is done.
    console.log(`banned: ${userId} until ${until ?? 'permanently'}: ${reason}`)
  },
  'wallet.changed': ({ userId, paidTokens, promoTokens, bonus }) => {
    console.log(`wallet: ${userId} has ${paidTokens} + ${promoTokens} tokens, ${bonus} bonus`)
  },
  others: (command) => console.log(`also: ${command.type}`),
})

const server = createServer(listener)
server.listen(Number(process.env.PORT ?? 4000), () => console.log(`listening on ${server.address().port}`))
