import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { build } from 'vite'

const FILE = 'build/decoder/main.js'

/** Builds the decoder's program, unless it is up to date. Replaces it by a rename, because it may be running. */
export default async function buildDecoder() {
  const built = await build({ configFile: 'vite.decoder.config.ts', logLevel: 'error', build: { write: false } })
  if (!('output' in built)) throw new Error('The decoder has to be one program')
  const { code } = built.output[0]
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === code) return
  mkdirSync('build/decoder', { recursive: true })
  const temporary = `${FILE}.${process.pid}`
  writeFileSync(temporary, code)
  renameSync(temporary, FILE)
}
