/** What the buttons of the dashboard ask for. */
export const dashboardIntents = {
  /** Writes the last valid version of a section to its broken file. */
  writeBack: 'write-back',
} as const
