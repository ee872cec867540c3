import type { Section } from '#app/cms/define/define-site.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { HISTORY_FOLDER } from './record-files.server.ts'

/** Ids of sections that have a history, but that this site cannot have: another release had them. */
export async function listRemovedSections(
  storage: Pick<Storage, 'list'>,
  sections: Pick<SiteSections, 'resolve'>,
): Promise<string[]> {
  return (await listHistories(storage)).filter((id) => sections.resolve(id) === undefined)
}

/** Ids of all sections that have a history. */
export async function listHistories(storage: Pick<Storage, 'list'>): Promise<string[]> {
  const entries = await storage.list(HISTORY_FOLDER)
  return entries.flatMap(({ name, kind }) =>
    kind === 'folder' && !name.startsWith('.') && name !== 'lost+found' ? name : [],
  )
}

/** The sections of this site that have a history. Entries that were removed are among them. */
export async function sectionsWithHistory(
  storage: Pick<Storage, 'list'>,
  sections: Pick<SiteSections, 'resolve'>,
): Promise<Section[]> {
  return (await listHistories(storage)).flatMap((id) => sections.resolve(id) ?? [])
}

/** A section as far as its history knows it. */
export type SectionOfHistory = Pick<Section, 'id' | 'label'>

/** All sections that have a history, also those that this site cannot have, which have no other label than their id. */
export async function allSectionsOfHistory(
  storage: Pick<Storage, 'list'>,
  sections: Pick<SiteSections, 'resolve'>,
): Promise<SectionOfHistory[]> {
  return (await listHistories(storage)).map((id) => sections.resolve(id) ?? { id, label: id })
}
