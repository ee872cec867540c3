/** The inbox holds as many messages as it may. */
export class InboxFull extends Error {
  override name = 'InboxFull'
}

/** A message could not be kept, so its sender must not be told that it was sent. `cause` tells the operator why. */
export class MessageNotKept extends Error {
  override name = 'MessageNotKept'
  constructor(
    /** 507 where room is missing, else 503. */
    readonly status: 503 | 507,
    options: { cause: unknown },
  ) {
    super('Failed to send message.', options)
  }
}
