// Push to the browser (docs/architecture.md): rooms define topics, `app/` registers them.
export { type Push, type PushTimes, servePush } from './serve.ts'
export { defineTopic, type Topic } from './topic.ts'
