// `npm start`: the whole way from a fresh checkout to the running site.
import { bootstrap } from './bootstrap.mjs'

const PARENT_CHECK_MS = 250

bootstrap()
if (process.env['npm_lifecycle_event'] === 'start') stopWithParent()
// Through a URL, so that the type check does not follow it into the build.
await import(new URL('../build/host/main.js', import.meta.url).href)

/**
 * npm runs this through a shell. Where npm is told to stop, some shells end without passing it on, and the site would
 * run on with nobody to stop it.
 */
function stopWithParent() {
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  check.unref()
}
