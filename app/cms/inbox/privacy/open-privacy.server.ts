import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { MessageFolder } from '#app/cms/inbox/folder/message-folder.server.ts'
import { referenceOf } from '#app/cms/inbox/stored-message.server.ts'
import { openBreachClock } from './breach-clock.server.ts'
import { ERASURES_FILE } from './erasures-file.ts'
import { openErasures } from './erasures.server.ts'
import type { KeepDays } from './keeping.ts'
import { openPersonalData } from './personal-data.server.ts'
import { replayErasures } from './replay.server.ts'
import { openRequestBook } from './request-book.server.ts'
import { openWithdrawalLinks } from './withdrawal-links.server.ts'

interface PrivacyOptions {
  messages: MessageFolder
  storage: Storage
  log: Logger
  health: HealthReports
  now: () => number
  keepDays: KeepDays
  /** Days within which a request about personal data has to be answered. */
  answerDays: number
  /** Address of the page with which visitors withdraw a message. */
  withdrawPage: string | undefined
  /** Called with the text of the list of erasures after each change of it. */
  onErasures?: ((text: string) => void) | undefined
}

const ERASURES_NOT_REPLAYED = 'erasures-not-replayed'

/** What the law asks of an inbox: the rights of the people who have written, and the record of what was done. */
export function openPrivacy(options: PrivacyOptions) {
  const { messages, storage, log, health, now, keepDays, answerDays, withdrawPage, onErasures } = options
  const erasures = openErasures({ storage, now, onChange: onErasures })
  const requests = openRequestBook({ storage, now, answerDays, keepDays: keepDays.ordinary })
  const personalData = openPersonalData({ messages, erasures, requests, now, keepDays })
  const withdrawals = openWithdrawalLinks(storage)
  /** Ids of the messages that were corrected after the backup that was restored. */
  const outdated = new Set<string>()

  async function withdrawalNote(id: string) {
    const reference = `Reference: ${referenceOf(id)}`
    if (withdrawPage === undefined) return `\n--\n${reference}\n`
    try {
      const query = new URLSearchParams({ token: await withdrawals.tokenOf(id) })
      return `\n--\n${reference}\nTo withdraw this message: ${withdrawPage}?${query.toString()}\n`
    } catch (err) {
      log.error({ err }, 'No link to withdraw a message could be made')
      return `\n--\n${reference}\n`
    }
  }

  async function replay() {
    try {
      const { done, outdated: found } = await replayErasures({ messages, erasures, personalData, requests })
      if (done.length > 0)
        log.warn({ ids: done }, 'Messages came back with a backup. The list of erasures was applied to them again')
      for (const id of found) outdated.add(id)
      health.clear(ERASURES_NOT_REPLAYED)
    } catch (err) {
      const message = `The list of erasures, ${ERASURES_FILE} in the data folder, cannot be carried out: a message that was erased may be back. Correct the file or repair the disk, then restart the site.`
      health.report({ id: ERASURES_NOT_REPLAYED, message }, err)
    }
  }

  return {
    /** Finds, corrects, seals and erases what the inbox holds of a person. */
    personalData: {
      ...personalData,
      async correct(...args: Parameters<typeof personalData.correct>) {
        const result = await personalData.correct(...args)
        if (result && 'fields' in result) outdated.delete(args[0])
        return result
      },
    },
    requests,
    withdrawals,
    /** The text of the list of erasures, to be kept with backups. Rejects if it cannot be read. */
    erasuresText: () => erasures.text(),
    breaches: openBreachClock({ storage, now }),
    answerDays,
    /** Days from their arrival for which messages are kept. */
    keepDays,
    /** The reference of a message and how its sender withdraws it, for mails. Never rejects. */
    withdrawalNote,
    /** References of the messages that a restore has brought back as they were before a correction. */
    outdatedReferences: () => [...outdated].map(referenceOf),
    /** Does again what an older backup has brought back. Never rejects. */
    replay,
  }
}
