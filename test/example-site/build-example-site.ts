import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sourceHash } from '../../scripts/bootstrap.mjs'

/** The folder from which the host runs the example: its build, the programs beside it, and `package.json`. */
export const EXAMPLE_ROOT = 'node_modules/.cache/example-site'

const STAMP = path.join(EXAMPLE_ROOT, '.stamp')

/**
 * Builds the example, unless its build was made from the sources that are here now. The host and the decoder are those
 * of the build that `npm test` has made: they know no site.
 */
export function buildExampleSite(): void {
  const stamp = sourceHash('test/example-site')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  rmSync(EXAMPLE_ROOT, { recursive: true, force: true })
  mkdirSync(EXAMPLE_ROOT, { recursive: true })
  cpSync('test/example-site/public', path.join(EXAMPLE_ROOT, 'public'), { recursive: true })
  const program = 'node_modules/@remix-run/dev/dist/cli.js'
  const args = ['vite:build', '--config', 'test/example-site/vite.config.ts', '--logLevel', 'error']
  const { status } = spawnSync(process.execPath, [program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The example site could not be built')
  for (const name of ['package.json', 'build/host', 'build/decoder']) {
    cpSync(name, path.join(EXAMPLE_ROOT, name), { recursive: true })
  }
  writeFileSync(STAMP, stamp)
}
