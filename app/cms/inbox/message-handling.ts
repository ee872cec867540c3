/** What has become of a message, in the order in which staff choose it. A message without a record is new. */
export const MESSAGE_STATES = { new: 'New', answered: 'Answered', waiting: 'Waiting', closed: 'Closed' } as const
export type MessageState = keyof typeof MESSAGE_STATES
export const MESSAGE_STATE_IDS = Object.keys(MESSAGE_STATES) as [MessageState, ...MessageState[]]

export const MAX_NOTE_LENGTH = 1000

/** What staff have noted about a message. */
export interface MessageHandling {
  state: MessageState
  /** Id of the person in charge; '' for nobody. */
  person: string
  note: string
  /** ISO 8601, UTC. It identifies this record: whoever changes it says which one was seen. */
  changedAt: string
  /** Id of the person who changed it last. */
  changedBy: string
}

/** What a message that nobody has handled yet counts as. */
export const NOT_HANDLED: MessageHandling = { state: 'new', person: '', note: '', changedAt: '', changedBy: '' }

/** A message is `late` if the day is over by which an answer was promised, and `due` on that day. */
export function urgencyOf(
  message: { answerBy?: string | undefined; handling?: MessageHandling | undefined },
  today: string,
): 'late' | 'due' | undefined {
  const { answerBy, handling = NOT_HANDLED } = message
  if (answerBy === undefined || handling.state !== 'new' || answerBy > today) return undefined
  return answerBy === today ? 'due' : 'late'
}
