// `npm run admin -- <command>`: looks after the administrator's account.
import { bootstrap } from './bootstrap.mjs'

bootstrap()
// Through a URL, so that the type check does not follow it into the build.
await import(new URL('../build/host/admin.js', import.meta.url).href)
