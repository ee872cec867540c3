// `npm run admin`, `backup`, `restore`, `storage` and `verify`: `--help` shows the arguments of each.
import { bootstrap } from './bootstrap.mjs'

bootstrap()
// A URL, so that the type check does not follow the import into the build.
await import(new URL('../build/host/command.js', import.meta.url).href)
