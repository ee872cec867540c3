import type { Logger } from '#app/platform/log.server.ts'
import type { Storage } from '#app/storage/storage.ts'
import type { Verification } from './findings.ts'
import { verifySite, type VerificationProgress } from './verify-site.server.ts'

export interface SiteCheckState {
  /** Of the check that is under way. */
  running: VerificationProgress | undefined
  /** Result of the last one since the start of the process. */
  last: Verification | undefined
  /** True if the last one could not be finished; the log says why. */
  hasFailed: boolean
}

export interface SiteCheck {
  /** Begins a check; false if one is under way already. */
  start(): boolean
  state(): SiteCheckState
  /** Resolves when no check is under way. */
  settled(): Promise<void>
  /** Ends the check that is under way. */
  close(): Promise<void>
}

/** Checks of the running site, in the background and one at a time. Its result stays in memory. */
export function openSiteCheck({ storage, log }: { storage: Storage; log: Logger }): SiteCheck {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  let progress: (() => VerificationProgress) | undefined
  let last: Verification | undefined
  let hasFailed = false

  async function run() {
    try {
      last = await verifySite({ storage, signal: ending.signal, onProgress: (current) => (progress = current) })
      hasFailed = false
      const problems = last.findings.filter(({ severity }) => severity === 'problem').length
      log.info({ problems, seconds: last.seconds, ...last.checked }, 'The site was checked')
    } catch (err) {
      if (ending.signal.aborted) return
      hasFailed = true
      log.error({ err }, 'The check of the site could not be finished')
    } finally {
      running = undefined
      progress = undefined
    }
  }

  return {
    start() {
      if (running || ending.signal.aborted) return false
      running = run()
      return true
    },
    state: () => ({ running: progress?.(), last, hasFailed }),
    async settled() {
      await running
    },
    async close() {
      ending.abort()
      await running
    },
  }
}
