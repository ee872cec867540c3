import type { ContactMessage, StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

/** What a person can have corrected of a message. */
export interface Correction extends ContactMessage {
  /** What was filled in beside the message, in its order. */
  extras: readonly string[]
}

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  mobile: 'Mobile',
  comments: 'Message',
} satisfies Record<keyof ContactMessage, string>

/** What was filled in beside a message, without what was chosen from a list. */
export function typedExtras({ extras = [] }: Pick<StoredMessage, 'extras'>) {
  return extras.filter(({ id }) => id === undefined)
}

/** When a message was corrected last; '' if it was not. */
export function correctionTime({ corrections }: Pick<StoredMessage, 'corrections'>): string {
  return corrections?.at(-1)?.at ?? ''
}

/** A message as corrected, and the labels of the fields that differ. A text that is emptied is left out. */
export function correctedMessage(message: StoredMessage, { extras: texts, ...values }: Correction) {
  const names = (Object.keys(LABELS) as (keyof ContactMessage)[]).filter((name) => message[name] !== values[name])
  const typed = typedExtras(message)
  const extras = message.extras?.map((extra) => ({ ...extra, text: texts[typed.indexOf(extra)] ?? extra.text }))
  const changed = typed.flatMap(({ label, text }, index) => ((texts[index] ?? text) === text ? [] : label))
  return {
    message: { ...message, ...values, ...(extras && { extras: extras.filter(({ text }) => text !== '') }) },
    fields: [...names.map((name) => LABELS[name]), ...changed],
  }
}
