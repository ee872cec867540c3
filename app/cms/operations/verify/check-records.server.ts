import type { z } from 'zod'
import { checkChain } from '#app/cms/people/audit/audit-files.server.ts'
import { AccountUnusable } from '#app/cms/people/account-format.server.ts'
import { openAccounts } from '#app/cms/people/accounts.server.ts'
import { accessTokenSchema } from '#app/cms/people/access-tokens.server.ts'
import { sessionSchema } from '#app/cms/people/sessions.server.ts'
import { tokenSchema } from '#app/cms/people/api-tokens.server.ts'
import { tracesOfUse } from '#app/cms/storage/folders/missing-data-folder.server.ts'
import { messageIdOf, messageText } from '#app/cms/inbox/stored-message.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { FileUnreadable } from '#app/cms/storage/storage.ts'
import { isTemporaryName } from '#app/cms/storage/disk/temporary-name.server.ts'
import { readStored, walkFolder, type CheckOptions } from './read-stored.server.ts'

/** Checks that the accounts, the sessions, the tokens and the messages can be read. */
export async function checkRecords(options: CheckOptions): Promise<void> {
  await checkAccounts(options)
  for (const { name, schema } of [
    { name: 'sessions', schema: sessionSchema },
    { name: 'tokens', schema: tokenSchema },
    { name: 'access-tokens', schema: accessTokenSchema },
  ]) {
    await checkFolder(options, `data/${name}`, {
      isRecord: (file) => /^[0-9a-f]{64}\.json$/.test(file),
      schema: jsonText(schema),
      damaged: 'is damaged: the person who is logged in with it has to log in again',
      remedy: 'Remove the file, or leave it: the site ignores it. Have the disk checked if more files are damaged.',
      href: '/admin/account',
    })
  }
  await checkFolder(options, 'data/inbox', {
    isRecord: (file) => messageIdOf(file) !== undefined,
    schema: messageText,
    damaged: 'is damaged: the inbox does not show this message',
    remedy: 'Restore it from a backup, or correct the file by hand. The inbox can set it aside.',
    href: '/admin/inbox',
  })
}

/** Checks that the audit log was not changed. */
export async function checkAuditLog({ storage, findings }: CheckOptions): Promise<void> {
  const href = '/admin/audit'
  try {
    const { faults, isTorn } = await checkChain(storage, (bytes) => {
      findings.count(bytes)
    })
    for (const { file, line, message } of faults) {
      findings.add('audit', {
        severity: 'problem',
        what: `The audit log was changed: ${file}${line === undefined ? '' : `, line ${line}`}. ${message}`,
        remedy: 'Compare the log with a backup. Do not repair the log, because a repair would hide what was changed.',
        href,
      })
    }
    if (!isTorn) return
    findings.add('audit-torn', {
      severity: 'note',
      what: 'The last line of the audit log is not complete.',
      remedy: 'Nothing needs to be done: the line is being written, or the next start of the site removes it.',
      href,
    })
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    findings.add('audit', {
      severity: 'problem',
      what: 'The audit log cannot be read.',
      remedy: `${error.message}.`,
      href,
    })
  }
}

async function checkAccounts({ storage, findings }: CheckOptions) {
  const health = { report: () => undefined, clear: () => undefined }
  try {
    if (openAccounts({ storage, health }).readAccounts()) return
    const traces = await tracesOfUse(storage.pathOf('data'))
    if (traces !== undefined) {
      findings.add('account-missing', {
        severity: 'problem',
        what: `The file of the accounts, data/accounts.json, is missing, but the data folder is not new: ${traces}.`,
        remedy: 'Restore the file from a backup. The site saves nothing and lets nobody log in until then.',
      })
      return
    }
    findings.add('account-missing', {
      severity: 'note',
      what: 'There is no account of an administrator.',
      remedy: 'The next start of the site makes one.',
    })
  } catch (error) {
    if (!(error instanceof AccountUnusable)) throw error
    findings.add('account', {
      severity: 'problem',
      what: 'The file of the accounts, data/accounts.json, cannot be used.',
      remedy: `${error.message}.`,
    })
  }
}

interface RecordFolder {
  /** True if a file with this name is a record. */
  isRecord: (file: string) => boolean
  schema: z.ZodType<unknown, string>
  damaged: string
  remedy: string
  href: string
}

async function checkFolder(
  options: CheckOptions,
  folder: string,
  { isRecord, schema, damaged, remedy, href }: RecordFolder,
) {
  for await (const { name, kind } of walkFolder(folder, options, () => false)) {
    const file = name.split('/').at(-1) ?? ''
    if (kind === 'folder' || isTemporaryName(file)) continue
    if (!isRecord(file)) {
      options.findings.add(`stray in ${folder}`, {
        severity: 'note',
        what: `${name} does not belong in this folder. The site does not read it.`,
        remedy: 'Remove the file if it is not needed.',
      })
      continue
    }
    const stored = await readStored(name, options, href)
    if (!stored || schema.safeParse(stored.bytes.toString()).success) continue
    options.findings.add(`damaged in ${folder}`, { severity: 'problem', what: `${name} ${damaged}.`, remedy, href })
  }
}
