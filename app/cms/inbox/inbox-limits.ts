/** Suspected spam that the inbox holds beside ordinary messages. The oldest is removed for a new one. */
export const SPAM_LIMITS = { messages: 500, bytes: 4 * 1024 * 1024 }

/** Days after which a message that staff have deleted, and suspected spam, is permanently removed. */
export const DELETED_MESSAGE_DAYS = 30
