export const contactFieldNames = ['firstName', 'lastName', 'email', 'mobile', 'comments'] as const
type ContactFieldName = (typeof contactFieldNames)[number]

/** What was typed, by field. */
export type ContactValues = Partial<Record<ContactFieldName, string>>

/** Why a message was not taken, with what was typed. */
export interface ContactFailure {
  values: ContactValues
  /** Messages of the fields that need another look. */
  errors: Partial<Record<ContactFieldName, string[]>>
  /** What kept the message from being sent although the fields are right. */
  problem?: string | undefined
}
