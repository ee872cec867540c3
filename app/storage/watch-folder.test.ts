import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchFolder } from './watch-folder.server.ts'

function openFolder() {
  const root = mkdtempSync(path.join(tmpdir(), 'watch-'))
  const onChange = vi.fn<() => void>()
  const onError = vi.fn<(error: unknown) => void>()
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  return {
    folder: path.join(root, 'uploads'),
    onChange,
    onError,
    watch() {
      const stop = watchFolder(path.join(root, 'uploads'), { onChange, onError, checkInterval: 10 })
      onTestFinished(stop)
    },
  }
}

async function expectNoticed(onChange: ReturnType<typeof openFolder>['onChange'], change: () => void) {
  onChange.mockClear()
  change()
  await vi.waitFor(() => {
    expect(onChange).toHaveBeenCalled()
  }, 5_000)
}

test('folder that is not there yet: noticed when it comes, and what changes in it', async () => {
  const { folder, onChange, onError, watch } = openFolder()
  watch()
  expect(onChange).not.toHaveBeenCalled()
  await expectNoticed(onChange, () => {
    mkdirSync(folder)
  })
  await expectNoticed(onChange, () => {
    writeFileSync(path.join(folder, 'a.jpg'), 'x')
  })
  expect(onError).not.toHaveBeenCalled()
})

test('another folder moved into its place: noticed, and what changes in that one', async () => {
  const { folder, onChange, onError, watch } = openFolder()
  mkdirSync(folder)
  watch()
  await expectNoticed(onChange, () => {
    renameSync(folder, `${folder}-before`)
    mkdirSync(folder)
  })
  await expectNoticed(onChange, () => {
    writeFileSync(path.join(folder, 'a.jpg'), 'x')
  })
  expect(onError).not.toHaveBeenCalled()
})
