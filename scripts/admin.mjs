// `npm run admin -- <command>`: manages the administrator's account.
import { bootstrap } from './bootstrap.mjs'

bootstrap()
// A URL, so that the type check does not follow the import into the build.
await import(new URL('../build/host/admin.js', import.meta.url).href)
