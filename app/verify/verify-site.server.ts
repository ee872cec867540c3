import type { Storage } from '#app/storage/storage.ts'
import { checkContent } from './check-content.server.ts'
import { checkDrafts } from './check-drafts.server.ts'
import { checkFolders } from './check-folders.server.ts'
import { checkHistory } from './check-history.server.ts'
import { checkAuditLog, checkRecords } from './check-records.server.ts'
import { checkUploads } from './check-uploads.server.ts'
import { Findings, type Verification } from './findings.ts'

/** The part of a site that is being checked, and how many files were read so far. */
export interface VerificationProgress {
  part: string
  files: number
}

export interface VerifyOptions {
  storage: Storage
  /** Called before each part. */
  onProgress?: (progress: () => VerificationProgress) => void
  /** Ends the check, which then rejects with its reason. */
  signal?: AbortSignal
}

const PARTS = {
  folders: checkFolders,
  content: checkContent,
  history: checkHistory,
  'drafts and releases': checkDrafts,
  'messages and accounts': checkRecords,
  'audit log': checkAuditLog,
  uploads: checkUploads,
}

/**
 * Checks every file of a site, whether it runs or not: content, history, drafts, releases, messages, accounts,
 * uploads, and the folders themselves.
 * Reads only, one file at a time. A file that changes meanwhile is checked as it is then. A fault of the disk is a finding.
 */
export async function verifySite({ storage, onProgress, signal }: VerifyOptions): Promise<Verification> {
  const findings = new Findings()
  const start = performance.now()
  for (const [part, check] of Object.entries(PARTS)) {
    onProgress?.(() => ({ part, files: findings.files }))
    await check({ storage, findings, signal })
  }
  return {
    finishedAt: new Date().toISOString(),
    seconds: (performance.now() - start) / 1000,
    findings: findings.list(),
    checked: { files: findings.files, bytes: findings.bytes },
  }
}
