import type { Site } from '#app/cms/site.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'

/** The years of experience: what tests of several nodes change. */
export const yearsOf = (site: Site) => site.content.find(stats)?.value.yearsExperience

/** Saves the years of experience as the author “asha”. */
export function saveYears(site: Site, yearsExperience: number) {
  return site.content.update(stats, { author: 'asha', reason: 'Saved', change: (now) => ({ ...now, yearsExperience }) })
}
