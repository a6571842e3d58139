// Push to the browser (architecture): rooms define topics, `app/` registers them.
export { type Push, type PushTimes, servePush } from './serve.ts'
export { defineTopic, type Topic } from './topic.ts'
