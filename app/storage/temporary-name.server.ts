import { randomBytes } from 'node:crypto'
import path from 'node:path'

/** Part of every temporary name of this process, so that it can tell its own from what an earlier process left behind. */
const OWN_MARK = randomBytes(3).toString('hex')

/** A path beside `file`, in the same file system, for bytes that are to take its place. */
export function temporaryPath(file: string) {
  return path.join(path.dirname(file), `.${path.basename(file)}.${OWN_MARK}${randomBytes(3).toString('hex')}.tmp`)
}

/** A temporary name for the folder of a snapshot. */
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

/** True for the temporary names of another process. Where this one holds the owner lock, they are no longer in use. */
export function isLeftOverName(name: string) {
  const mark = TEMPORARY_NAME.exec(name)?.[1]
  return mark !== undefined && mark !== OWN_MARK
}

const SNAPSHOT = 'snapshot'

const TEMPORARY_NAME = /^\..+\.([0-9a-f]{6})[0-9a-f]{6}\.tmp$/
