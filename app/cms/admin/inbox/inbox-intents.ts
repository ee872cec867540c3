import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the inbox ask for. */
export const inboxIntents = defineIntents({
  read: 'read',
  unread: 'unread',
  /** A script has shown the message. */
  seen: 'seen',
  notSpam: 'not-spam',
  delete: 'delete',
  restore: 'restore',
  quarantine: 'quarantine',
  sendAgain: 'send-again',
  /** Changes state, person in charge or note. */
  handle: 'handle',
})
