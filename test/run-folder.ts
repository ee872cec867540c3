import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what the test files of a run share. */
    runFolder: string
  }
}

/** Makes the folder of a run. What is in it is made when a test needs it first. */
export default async function makeRunFolder(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'run-'))
  project.provide('runFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
