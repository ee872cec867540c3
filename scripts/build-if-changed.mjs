// Builds unless the last build was made of the same sources. A step of `npm test`, beside others.
import { bootstrap } from './bootstrap.mjs'

bootstrap()
