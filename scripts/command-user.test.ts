import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownerOfSite } from '#app/cms/storage/folders/folder-owner.server.ts'
import { continueAsOwner, ownerHint } from './command-user.ts'

function makeFolder() {
  const root = mkdtempSync(path.join(tmpdir(), 'command-user-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  return root
}

/** A process of a user that records as whom it continues. */
function userWith(uid: number) {
  const calls: unknown[] = []
  return {
    calls,
    user: {
      geteuid: () => uid,
      setgroups: (groups: readonly (string | number)[]) => void calls.push(['groups', ...groups]),
      setgid: (gid: number | string) => void calls.push(['gid', gid]),
      setuid: (id: number | string) => void calls.push(['uid', id]),
    },
  }
}

test('a user who is not root stays who it is', () => {
  const { user, calls } = userWith(1234)
  expect(continueAsOwner(makeFolder(), user)).toBeUndefined()
  expect(calls).toEqual([])
})

test('a folder that does not exist yet has the owner of the folder above', () => {
  const root = makeFolder()
  expect(ownerOfSite(path.join(root, 'not/yet'))).toEqual(ownerOfSite(root))
  mkdirSync(path.join(root, 'not'))
  expect(ownerOfSite(path.join(root, 'not/yet'))).toMatchObject({ uid: process.getuid?.() })
})

test('a failure for lack of permission says as whom to run', () => {
  const folder = makeFolder()
  const owner = ownerOfSite(folder)
  expect(ownerHint('EACCES: permission denied', folder, userWith(4321).user)).toContain(
    `belongs to user ${owner?.uid}. Run the command as that user, or as root.`,
  )
  expect(ownerHint('EACCES: permission denied', folder, userWith(owner?.uid ?? 0).user)).toContain('chown or chmod')
  expect(ownerHint('ENOENT: no such file', folder, userWith(4321).user)).toBe('')
})
