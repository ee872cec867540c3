// `npm run storage`: `--help` says what it takes.
import { bootstrap } from './bootstrap.mjs'

bootstrap()
// A URL, so that the type check does not follow the import into the build.
await import(new URL('../build/host/storage.js', import.meta.url).href)
