// `npm start`: installs, builds and runs the site.
import { bootstrap } from './bootstrap.mjs'

const PARENT_CHECK_MS = 250

bootstrap()
if (process.env['npm_lifecycle_event'] === 'start') stopWithParent()
// A URL, so that the type check does not follow the import into the build.
await import(new URL('../build/host/main.js', import.meta.url).href)

/**
 * npm runs this program in a shell. When npm is stopped, some shells end without forwarding the signal, and the site
 * would continue to run.
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
