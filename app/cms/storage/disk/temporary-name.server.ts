import { randomBytes } from 'node:crypto'
import path from 'node:path'

/** Part of every temporary name of this process. Distinguishes its names from those that an earlier process left. */
const PROCESS_TAG = randomBytes(3).toString('hex')

/** A path in the folder of `file`, thus on the same file system, for bytes that will replace it. */
export function temporaryPath(file: string) {
  return path.join(path.dirname(file), `.${path.basename(file)}.${PROCESS_TAG}${randomBytes(3).toString('hex')}.tmp`)
}

export function snapshotName() {
  return temporaryPath(SNAPSHOT)
}

/** True for the names of {@link snapshotName}, of any process. */
export function isSnapshotName(name: string) {
  return isTemporaryName(name) && name.startsWith(`.${SNAPSHOT}.`)
}

/** True for the names of {@link temporaryPath}. */
export function isTemporaryName(name: string) {
  return TEMPORARY_NAME.test(name)
}

/** True for the temporary names of another process. If this process holds the owner lock, they are no longer in use. */
export function isLeftOverName(name: string) {
  const tag = TEMPORARY_NAME.exec(name)?.[1]
  return tag !== undefined && tag !== PROCESS_TAG
}

const SNAPSHOT = 'snapshot'

const TEMPORARY_NAME = /^\..+\.([0-9a-f]{6})[0-9a-f]{6}\.tmp$/
