// An administrator looks at the product as a role or an account would: it is answered by their rights and scope, changes nothing, and is logged.
export { seeAsRoutes } from './seeAs.routes.ts'
export { isAct, onlyLooking, refuseAct } from './seeAs.rules.ts'
export { seenAs } from './seeAs.service.ts'
