import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const FOLDER = 'build/decoder'
const PROGRAM = path.join(FOLDER, 'main.js')
const SOURCES = ['app/cms', 'package-lock.json', 'vite.decoder.config.ts']

/** Builds the decoder's program, unless it is up to date. Replaces files by a rename, because it may be running. */
export default async function buildDecoder() {
  if (isUpToDate()) return
  const began = new Date()
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
  // A source that was changed meanwhile is newer.
  utimesSync(PROGRAM, began, began)
}

/** True if the program is newer than all that it may be made of. */
function isUpToDate() {
  const built = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs
  return built !== undefined && SOURCES.flatMap(filesIn).every((file) => statSync(file).mtimeMs < built)
}

function filesIn(name: string): string[] {
  if (!statSync(name).isDirectory()) return [name]
  return readdirSync(name, { recursive: true, encoding: 'utf8' }).map((below) => path.join(name, below))
}
