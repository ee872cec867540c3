/** Whether a message was announced by mail. */
export type NoticeState =
  | { kind: 'sent'; at: string }
  /** `error` of the last of the `attempts`; '' before the first. */
  | { kind: 'waiting'; attempts: number; nextAttemptAt: string; error: string }
  | { kind: 'failed'; attempts: number; error: string }
  /** No mail was set up when it came. */
  | { kind: 'none' }
