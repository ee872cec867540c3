// Builds the site into build/: client and server with Remix, then the host, the commands and the decoder. Installs what
// that needs, if it is missing. With `--if-changed`, only if the sources have changed since the last build.
import { readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { bootstrap, installIfChanged, root, runNode, sourceHash, writeBuildStamp } from './bootstrap.mjs'

if (process.argv.includes('--if-changed')) bootstrap()
else await build()

async function build() {
  installIfChanged()
  process.env.NODE_ENV = 'production'
  const stamp = sourceHash()
  // The stamp is written last and removed with the rest, so that an interrupted build does not count as complete.
  rmSync(path.join(root, 'build'), { recursive: true, force: true })
  console.log('Building the site. This takes about a minute, and is done again only when the sources change.')
  const report = timedReport()
  report('pages, scripts and styles')
  runNode('node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'error')
  report('server and commands')
  runVite('vite.host.config.ts')
  report('decoder of images')
  runVite('vite.decoder.config.ts')
  report('compression of scripts and styles')
  await compressFiles(path.join(root, 'build/client/assets'))
  writeBuildStamp(stamp)
  report('built')
}

/** @param {string} config */
function runVite(config) {
  runNode('node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'error')
}

/**
 * Returns a function that prints a line with the time since now, such as `0:21  server and commands`. A step is printed
 * when it begins, on a line of its own, because errors of the step follow.
 *
 * @returns {(step: string) => void}
 */
function timedReport() {
  const started = performance.now()
  return (step) => {
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`  ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}  ${step}`)
  }
}

/**
 * Compresses each script and style sheet with the best brotli quality, for the host to send: 8 % smaller than a
 * compression during a request.
 *
 * @param {string} folder
 */
async function compressFiles(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const body = await readFile(file)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(body, { params }))
    }),
  )
}
