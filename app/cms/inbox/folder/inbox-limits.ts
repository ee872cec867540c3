const MEGABYTE = 1024 * 1024

/**
 * The room of the inbox: a year of 50 messages a day fits, also if all of them are long, as long ones may use three
 * quarters of it.
 */
export const INBOX_LIMITS = { messages: 25_000, bytes: 96 * MEGABYTE }

/** The room of suspected spam, beside that of ordinary messages. Further spam is refused. */
export const SPAM_LIMITS = { messages: 2_000, bytes: 4 * MEGABYTE }
