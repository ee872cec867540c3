import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A copy of uploads/ that each test file copies by hard links. */
    uploadsCopy: string
  }
}

/**
 * Copies uploads/ once a run: a test that wrote into a linked file by mistake would change this copy, never the files
 * that ship.
 */
export default async function shareUploads(project: TestProject) {
  const copy = await mkdtemp(path.join(tmpdir(), 'site-uploads-'))
  await cp('uploads', copy, { recursive: true })
  project.provide('uploadsCopy', copy)
  return () => rm(copy, { recursive: true })
}
