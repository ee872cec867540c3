import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the list of releases ask for. */
export const releasesIntents = defineIntents(
  {
    create: 'create',
    confirmClock: 'confirm-clock',
    delete: 'delete',
  },
  { keepsForm: ['create'] },
)

/** What the button of a draft asks for that belongs to no release yet. */
export const addToReleaseIntents = defineIntents(
  {
    add: 'add',
  },
  { keepsForm: ['add'] },
)

/** What the buttons of the page of one release ask for. */
export const releaseIntents = defineIntents(
  {
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
  },
  {
    // Their form contains a typed name and time.
    keepsForm: ['save', 'ask-schedule', 'schedule'],
  },
)
