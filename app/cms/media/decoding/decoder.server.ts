import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { FairQueue } from '#app/cms/platform/fair-queue.ts'
import { replyMessage, type Job, type Outcome } from './decoder-jobs.ts'

/** Decodes images, PDFs and films in a separate process. */
export interface Decoder {
  /**
   * Does a job when its turn comes. One job runs at a time, and the owners of waiting jobs take turns: `owner` is the id
   * of an account, {@link SITE} or {@link PAGES}. A job without an owner is background work: it runs when no other job
   * waits. Rejects with TooManyJobs if too many jobs of this owner wait, with DecoderFailed if the process ends or times
   * out, otherwise with the job's error: UploadRefused, or an error with the system's `code`, also if the process cannot
   * be started.
   */
  run<Input, Result>(job: Job<Input, Result>, input: Input, owner?: string): Promise<Result>
  /** The id of the process; undefined if none runs. */
  pid(): number | undefined
  /** How many jobs run or wait. */
  queued(): number
  /** Ends the process. Jobs that wait or run are rejected with StorageError (`lock-lost`), and so are later ones. */
  close(): Promise<void>
}

/** The decoder has not finished a job. The next job gets a new process. */
export class DecoderFailed extends Error {
  override name = 'DecoderFailed'
  constructor(
    readonly reason: 'ended' | 'timeout',
    message: string,
  ) {
    super(message)
  }
}

/** Too many jobs of the owner wait already: the job is not done. */
export class TooManyJobs extends ExpectedError {
  override name = 'TooManyJobs'
  constructor() {
    super(503, `${MAX_WAITING_OF_ONE} files of yours wait to be checked. Try again in a minute.`, { retryAfter: 60 })
  }
}

/** Owns what the site reads to know its files. Ids of accounts have no space. */
export const SITE = 'the site'

/** Owns the variants for which a page waits. */
export const PAGES = 'all pages'

/** More than the site itself lets wait: its indexes of files have up to 8 jobs each. */
export const MAX_WAITING_OF_ONE = 50

/** Of all owners together. Each upload that waits has a file on the disk. */
const MAX_WAITING = 300

/** The largest images take 8 s on a free core. */
const MAX_JOB_MS = 60_000

/** The time of a job is counted in so many steps. */
const LIMIT_STEPS = 20

type SentJob = Pick<Job<never, unknown>, 'name' | 'limit'>

const MAX_IDLE_MS = 10_000

/**
 * The heap holds no pixels, so it may be small: a PDF takes most, and two of 973 needed more than 64 MB; `decode-image.server.ts` limits the size of decoded images. Each thread
 * of the garbage collector would need memory of its own. `gc` is called after each job that decodes pixels.
 */
const V8_OPTIONS = ['--max-old-space-size=128', '--max-semi-space-size=1', '--single-threaded', '--expose-gc']

/**
 * Contains no variable of the server, such as passwords. MALLOC_… make glibc return an image's memory to the system
 * after the job, instead of keeping it for the next one.
 */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
  // libjpeg-turbo refuses a file whose scans need more memory: the header may describe them wrongly.
  JPEGMEM: '100M',
}

/**
 * Opens a decoder. Its process starts with the first job and ends after `idleLimit` without one (ms), so that its
 * memory is freed. A file that crashes the decoder fails only its own job. A job may take
 * `jobLimit` (ms), or less if it has a limit of its own. Time in which this process was halted does not count.
 */
export function openDecoder({ idleLimit = MAX_IDLE_MS, jobLimit = MAX_JOB_MS } = {}): Decoder {
  // One job at a time: a crash has one cause, and only one large image is in memory.
  const turns = new FairQueue({ running: 1, waiting: MAX_WAITING, waitingOfOne: MAX_WAITING_OF_ONE })
  let onIdle: (() => void) | undefined
  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0
  let isClosed = false

  function start() {
    const started = fork(createRequire(import.meta.url).resolve('#decoder'), {
      execArgv: V8_OPTIONS,
      env: ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    started.on('error', () => end(started))
    return started
  }

  function end(ended: ChildProcess | undefined) {
    if (child === ended) child = undefined
    ended?.kill('SIGKILL')
  }

  /** Only a running job keeps the server process alive. */
  function keepAlive({ channel }: ChildProcess, isNeeded: boolean) {
    if (isNeeded) channel?.ref()
    else channel?.unref()
  }

  function turnOf(owner: string | undefined): Promise<void> {
    return new Promise((start, refuse) => {
      if (owner === undefined) turns.addBackground(start)
      else if (!turns.add(owner, start)) refuse(new TooManyJobs())
    })
  }

  async function inTurn(owner: string | undefined, job: SentJob, input: unknown): Promise<Outcome> {
    await turnOf(owner)
    try {
      return await send(job, input)
    } finally {
      turns.release()
      if (turns.size === 0) onIdle?.()
    }
  }

  async function send({ name, limit = jobLimit }: SentJob, input: unknown): Promise<Outcome> {
    if (isClosed) throw new StorageError('lock-lost')
    clearTimeout(idleTimer)
    const worker = child?.connected ? child : start()
    child = worker
    keepAlive(worker, true)
    try {
      return await replyOf(worker, name, input, Math.min(limit, jobLimit))
    } finally {
      worker.unref()
      keepAlive(worker, false)
      idleTimer = setTimeout(() => {
        end(child)
      }, idleLimit).unref()
    }
  }

  function replyOf(worker: ChildProcess, job: string, input: unknown, limit: number): Promise<Outcome> {
    const id = ++lastId
    return new Promise<Outcome>((resolve, reject) => {
      // After a halt a timer is due at once, and the replies that have come are read after it: so a halt is one step.
      let steps = 0
      const timer = setInterval(() => {
        steps += 1
        if (steps === LIMIT_STEPS) fail('timeout', `it took longer than ${limit} ms`)
      }, limit / LIMIT_STEPS)
      const onMessage = (message: unknown) => {
        const reply = replyMessage.safeParse(message)
        if (!reply.success) fail('ended', 'it sent an invalid reply')
        else if (reply.data.id === id) {
          stopListening()
          resolve(reply.data.outcome)
        }
      }
      const onExit = (code: number | null, signal: string | null) => {
        fail('ended', signal ?? `exit code ${code}`)
      }
      const onError = (error: Error | null) => {
        if (error) fail('ended', error.message)
      }
      function stopListening() {
        clearInterval(timer)
        worker.off('message', onMessage).off('exit', onExit).off('error', onError)
      }
      function fail(reason: DecoderFailed['reason'], detail: string) {
        stopListening()
        end(worker)
        // Its end says nothing about the file.
        if (isClosed) reject(new StorageError('lock-lost'))
        else reject(new DecoderFailed(reason, `The decoder process did not finish the job ${job}: ${detail}`))
      }
      if (!worker.connected) {
        // It was not started, such as without a free file descriptor: the event says why.
        worker.once('error', (error) => {
          stopListening()
          reject(error)
        })
        return
      }
      worker.on('message', onMessage).once('exit', onExit).once('error', onError)
      worker.send({ id, job, input }, onError)
    })
  }

  return {
    async run(job, input, owner) {
      const outcome = await inTurn(owner, job, input)
      switch (outcome.type) {
        case 'done': {
          const result = job.result.safeParse(outcome.result)
          if (result.success) return result.data
          end(child)
          throw new DecoderFailed('ended', `The result of the job ${job.name} does not have the expected form`)
        }
        case 'refused':
          throw new UploadRefused(outcome.status, outcome.message)
        case 'failed':
          throw Object.assign(new Error(outcome.message), outcome.code !== undefined && { code: outcome.code })
      }
    },
    pid: () => child?.pid,
    queued: () => turns.size,
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      end(child)
      if (turns.size === 0) return
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
    },
  }
}
