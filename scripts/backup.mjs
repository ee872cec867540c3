// `npm run backup` and `npm run restore`: `--help` says what they take.
import { bootstrap } from './bootstrap.mjs'

bootstrap()
// A URL, so that the type check does not follow the import into the build.
await import(new URL('../build/host/backup.js', import.meta.url).href)
