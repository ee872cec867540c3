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
  runNode('node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'error')
  for (const config of ['vite.host.config.ts', 'vite.decoder.config.ts']) {
    runNode('node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'error')
  }
  await compressFiles(path.join(root, 'build/client/assets'))
  writeBuildStamp(stamp)
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
