import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const FOLDER = 'build/decoder'

/** Builds the decoder's program, unless it is up to date. Replaces files by a rename, because it may be running. */
export default async function buildDecoder() {
  const built = await build({ configFile: 'vite.decoder.config.ts', logLevel: 'error', build: { write: false } })
  if (!('output' in built)) throw new Error('The decoder has to be one program')
  mkdirSync(FOLDER, { recursive: true })
  for (const output of built.output) {
    const file = path.join(FOLDER, output.fileName)
    const content = output.type === 'chunk' ? output.code : Buffer.from(output.source).toString()
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, content)
    renameSync(temporary, file)
  }
}
