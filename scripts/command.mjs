// `npm run admin`, `backup`, `restore`, `storage` and `verify`: `--help` shows the arguments of each. A command often
// runs beside the site, or on a machine without network. So it never installs or builds: it runs what is there.
import { hasBuild, hasSources, isBuilt, requireNode } from './bootstrap.mjs'

requireNode()
if (!hasBuild()) {
  console.error('The program has not been built yet. Run this once: npm ci && npm run build')
  process.exit(2)
}
if (hasSources() && !isBuilt()) {
  console.error(
    'Note: the sources have changed since they were built. This runs the last build. For a new one: npm run build',
  )
}
try {
  // A URL, so that the type check does not follow the import into the build.
  await import(new URL('../build/host/command.js', import.meta.url).href)
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
  console.error(`The program is not complete: ${error.message}\nInstall its packages once: npm ci --omit=dev`)
  process.exit(2)
}
