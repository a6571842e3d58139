// state.mjs
import { createClient } from '@greenroom/bridge-client'

const greenroom = createClient({ url: process.env.GREENROOM_URL, secret: process.env.GREENROOM_SECRET })

const { paidTokens, promoTokens, bonus, ban } = await greenroom.state.user(502)
console.log(`502 has ${paidTokens} + ${promoTokens} tokens and ${bonus} bonus${ban ? ', and is banned' : ''}`)
