// queue.mjs
import { createClient } from '@greenroom/bridge-client'

const greenroom = createClient({ url: process.env.GREENROOM_URL, secret: process.env.GREENROOM_SECRET })
const queue = greenroom.queue({ maxEvents: 500, maxWaitMs: 200 })

// Fire and forget: wait only for a place in the queue.
for (let seconds = 1; seconds <= 5; seconds++)
  await queue.push({ type: 'live.viewed', data: { viewId: `v${seconds}`, liveId: 'live-1', userId: 502, seconds } })

// Ask: wait for the answer to this one.
const answer = await queue.ask({ type: 'text.charged', data: { senderId: 502, receiverId: 501, tokens: 5 } })
console.log('text:', answer.status)

await queue.close()
