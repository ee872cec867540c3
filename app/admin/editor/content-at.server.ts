import { sections } from '#app/sections/definitions.ts'
import { currentSite } from '#app/site.server.ts'

/** The content of a section at an earlier version; undefined where history no longer keeps it, or not in a usable form. */
export async function contentAt(sectionId: string, version: string): Promise<{ value: unknown } | undefined> {
  const section = sections.find(({ id }) => id === sectionId)
  const entry =
    section && (await currentSite().content.history(section)).find((candidate) => candidate.version === version)
  if (!entry) return undefined
  const past = await currentSite().content.past(section, entry.id)
  return past.issues.length === 0 ? { value: past.value } : undefined
}
