// Push to the browser (docs/architecture.md): rooms define topics, `app/` registers them.
export { type Push, type PushTimes, servePush } from './push.serve.ts'
export { defineTopic, type Topic } from './push.topic.ts'
