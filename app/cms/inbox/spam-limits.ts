/** Suspected spam that the inbox holds beside ordinary messages. The oldest is removed for a new one. */
export const SPAM_LIMITS = { messages: 500, bytes: 4 * 1024 * 1024 }
