/** What the buttons of the screens of releases ask for. */
export const releaseIntents = {
  create: 'create',
  confirmClock: 'confirm-clock',
  save: 'save',
  askSchedule: 'ask-schedule',
  schedule: 'schedule',
  takeBack: 'take-back',
  publish: 'publish',
  undo: 'undo',
  add: 'add',
  takeOut: 'take-out',
  takeFile: 'take-file',
  delete: 'delete',
} as const

/** The intents whose forms contain a typed name and time. */
export const typedReleaseIntents = [releaseIntents.save, releaseIntents.askSchedule, releaseIntents.schedule] as const
