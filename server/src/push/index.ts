// Push to the browser (architecture): topics are defined by the rooms, `app/` hands them over.
export { type Push, type PushTimes, servePush } from './serve.ts'
export { defineTopic, type Topic } from './topic.ts'
