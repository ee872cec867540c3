import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'
import { tidyFolder } from '#app/storage/folder-care.server.ts'
import { notice, temporaryContent } from '../temporary-content.ts'

/** `npm run test:crash` asks for 200; the everyday run makes do with a few. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 12)

let bundle: string

beforeAll(async () => {
  bundle = mkdtempSync(path.join(os.tmpdir(), 'crash-writer-'))
  // The bundle lies outside the project, where Node would not find the packages it imports.
  symlinkSync(path.resolve('node_modules'), path.join(bundle, 'node_modules'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'test/crash/crash-writer.ts', outDir: bundle, emptyOutDir: false, target: 'node20' },
  })
}, 60_000)

afterAll(() => {
  rmSync(bundle, { recursive: true, force: true })
})

test(
  `${KILLS} kills with SIGKILL in the middle of saves: no torn file, no acknowledged save lost, no predecessor lost`,
  async () => {
    const folders = temporaryContent()
    const errors: unknown[] = []
    try {
      let acknowledged = 0
      for (let kill = 0; kill < KILLS; kill++) {
        const before = acknowledged
        acknowledged = Math.max(acknowledged, await saveUntilKilled(folders))

        const store = folders.open()
        const { visits, items } = store.read(notice).value
        const history = await store.history(notice)
        await tidyFolder(folders.root, {
          makePrivate: false,
          isOver: () => false,
          onError: (error) => errors.push(error),
        })
        await store.close()

        expect(acknowledged, 'the process must have saved before it was killed').toBeGreaterThan(before)
        expect(store.faults()).toEqual([])
        expect(visits).toBeGreaterThanOrEqual(acknowledged)
        expect(new Set(items.map((item) => item.text.split(' ')[0]))).toEqual(new Set([String(visits)]))
        // History keeps the last thousand; each save that happened has left its predecessor.
        expect(history[0]?.replacedBy).toBe(store.read(notice).version)
        expect(history).toHaveLength(Math.min(visits, 1_000))
        const names = readdirSync(folders.root, { recursive: true, encoding: 'utf8' }).map((file) =>
          path.basename(file),
        )
        expect(names.filter(isTemporaryName)).toEqual([])
        expect(errors).toEqual([])
        acknowledged = visits
      }
    } finally {
      await folders.dispose()
    }
  },
  KILLS * 5_000,
)

/** Runs the writer, kills it at a random moment after its first acknowledged save; answers the last number it printed. */
async function saveUntilKilled({ contentDir, dataDir }: { contentDir: string; dataDir: string }) {
  const child = spawn(process.execPath, [path.join(bundle, 'crash-writer.js'), contentDir, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 80)
    output += chunk
  })
  await once(child, 'close')
  // The last line may be cut off by the kill.
  const complete = output.slice(0, output.lastIndexOf('\n') + 1)
  return Math.max(0, ...complete.split('\n').map(Number))
}
