import { StorageError } from '../storage-error.ts'
import { PreconditionFailed, type Storage } from '../storage.ts'
import { digestFile } from './digest.server.ts'
import type { MirrorWatches } from './mirror-watches.server.ts'
import type { Mirror } from './mirror.server.ts'
import { S3NotWriter, S3OutcomeUnknown, type S3Client, type S3Condition } from './s3-client.server.ts'
import { S3Refused, S3Unavailable, type S3Body } from './s3-request.server.ts'

/** A put that replaces whatever is there is tried so often, while other programs change the object. */
const MAX_REPLACE_TRIES = 5

export interface StorePut {
  name: string
  body: S3Body
  md5: string
  condition: NonNullable<S3Condition>
  /** True if the object may be replaced whatever it is now. */
  isReplaced?: boolean
  /** For the last put: the history records of the same commit, also those that its renames create. */
  others?: readonly string[]
}

/** Puts objects on the condition that the store still has the versions of the mirror. */
export class ConditionalPuts {
  constructor(
    private readonly client: S3Client,
    private readonly disk: Pick<Storage, 'pathOf'>,
    private readonly mirror: Mirror,
    private readonly watches: Pick<MirrorWatches, 'announce'>,
  ) {}

  /** The condition that the store has an object in the version of the mirror. */
  conditionOf(name: string): NonNullable<S3Condition> {
    const etag = this.mirror.state.get(name)?.etag
    return etag === undefined ? 'absent' : { ifMatch: etag }
  }

  /** Puts all objects, the last one after the others. If one is refused, undoes the others. Resolves with the ETags. */
  async putAll(puts: readonly StorePut[]): Promise<Map<string, string>> {
    const etags = new Map<string, string>()
    const put = async ({ name, body, condition: first, isReplaced = false, others }: StorePut) => {
      let condition = first
      for (let tries = 1; ; tries += 1) {
        const result = await this.client.put(name, body, condition, others && { others })
        if (result !== 'conflict') {
          etags.set(name, result.etag)
          return
        }
        // A program beside the site has changed it. The mirror gets its version before the caller reads again.
        const changed = await this.mirror.pullLocked(name)
        void this.watches.announce(changed)
        if (!isReplaced || tries === MAX_REPLACE_TRIES) throw new PreconditionFailed(name)
        condition = this.conditionOf(name)
      }
    }
    try {
      const before = await Promise.allSettled(puts.slice(0, -1).map(put))
      for (const result of before) if (result.status === 'rejected') throw result.reason
      const last = puts.at(-1)
      if (last) await put(last)
      return etags
    } catch (error) {
      // If the last put may have happened, what it commits has to stay: a record that commits nothing has no effect.
      if (!(error instanceof S3OutcomeUnknown)) for (const [name, etag] of etags) await this.#rollBack(name, etag)
      throw toStorageError(error)
    }
  }

  /** Restores the old content of an object, which the mirror still has. If that fails, the object has no effect. */
  async #rollBack(name: string, etag: string) {
    const copy = this.mirror.state.get(name)
    try {
      if (copy === undefined) await this.client.remove(name)
      else {
        const file = this.disk.pathOf(name)
        const sums = await digestFile(file)
        const put = await this.client.put(name, { file, ...sums }, { ifMatch: etag })
        if (put !== 'conflict') await this.mirror.note(name, put.etag, sums.md5)
      }
    } catch {
      // A record that precedes no change is removed once it has rested for an hour.
    }
  }

  /** Puts an object in the place of whatever is there now. Resolves with its ETag. */
  async replace(name: string, body: S3Body): Promise<string> {
    let condition = this.conditionOf(name)
    for (let tries = 1; tries <= MAX_REPLACE_TRIES; tries += 1) {
      const put = await this.client.put(name, body, condition)
      if (put !== 'conflict') return put.etag
      const found = await this.client.head(name)
      condition = found ? { ifMatch: found.etag } : 'absent'
    }
    throw new S3Unavailable(`${name} keeps changing`)
  }
}

/** Rejects with StorageError in place of the errors of the store that `task` meets. */
export async function mapStoreErrors<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    throw toStorageError(error)
  }
}

function toStorageError(error: unknown) {
  if (error instanceof PreconditionFailed || error instanceof StorageError) return error
  if (error instanceof S3NotWriter) return new StorageError('reader', { cause: error })
  if (error instanceof S3OutcomeUnknown) return new StorageError('outcome-unknown', { cause: error })
  return new StorageError(error instanceof S3Refused ? 'store-refused' : 'store-unreachable', { cause: error })
}
