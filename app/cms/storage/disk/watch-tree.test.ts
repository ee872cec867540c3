import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { watchTree, type WatchTreeOptions } from './watch-tree.server.ts'

makeTimePassFaster(4)

function openFolder() {
  const root = mkdtempSync(path.join(tmpdir(), 'watch-'))
  const onChange = vi.fn<(below: string) => void>()
  const onError = vi.fn<(error: unknown) => void>()
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  return {
    folder: path.join(root, 'uploads'),
    onChange,
    onError,
    watch(options: Partial<WatchTreeOptions> = {}) {
      const stop = watchTree(path.join(root, 'uploads'), { onChange, onError, checkInterval: 10, ...options })
      onTestFinished(stop)
    },
  }
}

async function expectNoticed(onChange: ReturnType<typeof openFolder>['onChange'], below: string, change: () => void) {
  onChange.mockClear()
  change()
  await vi.waitFor(() => {
    expect(onChange).toHaveBeenCalledWith(below)
  })
}

test('folder that is not there yet: noticed when it comes, and what changes in it', async () => {
  const { folder, onChange, onError, watch } = openFolder()
  watch()
  expect(onChange).not.toHaveBeenCalled()
  await expectNoticed(onChange, '', () => {
    mkdirSync(folder)
  })
  await expectNoticed(onChange, 'a.jpg', () => {
    writeFileSync(path.join(folder, 'a.jpg'), 'x')
  })
  expect(onError).not.toHaveBeenCalled()
})

test('another folder moved into its place: noticed, and what changes in that one', async () => {
  const { folder, onChange, onError, watch } = openFolder()
  mkdirSync(folder)
  watch()
  await expectNoticed(onChange, '', () => {
    renameSync(folder, `${folder}-before`)
    mkdirSync(folder)
  })
  await expectNoticed(onChange, 'a.jpg', () => {
    writeFileSync(path.join(folder, 'a.jpg'), 'x')
  })
  expect(onError).not.toHaveBeenCalled()
})

test('folders below: noticed when they come, and what changes in them; hidden ones are left out', async () => {
  const { folder, onChange, onError, watch } = openFolder()
  mkdirSync(path.join(folder, 'reports'), { recursive: true })
  mkdirSync(path.join(folder, '.trash'))
  watch()
  await expectNoticed(onChange, 'reports/a.pdf', () => {
    writeFileSync(path.join(folder, '.trash/a.pdf'), 'x')
    writeFileSync(path.join(folder, 'reports/a.pdf'), 'x')
  })
  await expectNoticed(onChange, 'policies', () => {
    mkdirSync(path.join(folder, 'policies'))
  })
  await expectNoticed(onChange, 'policies/b.pdf', () => {
    writeFileSync(path.join(folder, 'policies/b.pdf'), 'x')
  })
  expect(onChange.mock.calls.flat().filter((below) => below.startsWith('.'))).toEqual([])
  expect(onError).not.toHaveBeenCalled()
})

test('without events, each file looked at: new, written in place, replaced and removed ones are noticed', async () => {
  const { folder, onChange, onError, watch } = openFolder()
  mkdirSync(path.join(folder, 'home'), { recursive: true })
  const file = path.join(folder, 'home/stats.yaml')
  writeFileSync(file, 'a')
  writeFileSync(path.join(folder, '.hidden'), 'a')
  watch({ mode: 'poll' })
  await expectNoticed(onChange, '', () => undefined)
  await expectNoticed(onChange, 'home/stats.yaml', () => {
    writeFileSync(file, 'b')
  })
  await expectNoticed(onChange, 'home/stats.yaml', () => {
    writeFileSync(`${folder}/.new`, 'c')
    renameSync(`${folder}/.new`, file)
  })
  await expectNoticed(onChange, 'home/stats.yaml', () => {
    rmSync(file)
  })
  expect(onChange.mock.calls).toEqual([['home/stats.yaml']])
  expect(onError).not.toHaveBeenCalled()
})

test('without events, names alone looked at: the folder of a new and of a replaced file is noticed', async () => {
  const { folder, onChange, watch } = openFolder()
  mkdirSync(path.join(folder, 'reports'), { recursive: true })
  watch({ mode: 'poll', checksFiles: false })
  await expectNoticed(onChange, '', () => undefined)
  await expectNoticed(onChange, 'reports', () => {
    writeFileSync(path.join(folder, 'reports/a.pdf'), 'x')
  })
  await expectNoticed(onChange, 'reports', () => {
    writeFileSync(path.join(folder, 'b.tmp'), 'y')
    renameSync(path.join(folder, 'b.tmp'), path.join(folder, 'reports/a.pdf'))
  })
})
