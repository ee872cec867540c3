/** One past edit: the predecessor that it stores, when this was replaced, by whom and why. */
export interface HistoryEntry {
  id: string
  section: string
  /** ISO 8601, UTC. */
  time: string
  author: string
  /** Id of the person who approved it, if the section needed approval. */
  approvedBy?: string | undefined
  reason: string
  /** What it takes back, if it does: an edit, or the undo of one, which makes that edit again. */
  undoes?: 'edit' | 'undo' | undefined
  /** Version of the stored predecessor. */
  version: string
  /** Version that replaced it. */
  replacedBy: string
  /** What the edit did. Undefined if one of the two states cannot be read. */
  summary?: EditSummary | undefined
}

/** What an edit did, stored with it so that lists of edits need not read the texts. */
export interface EditSummary {
  /** The number of fields and list entries in which the two states differ. */
  changes: number
  /** Labels of the first few of them. */
  fields: string[]
  /** The value before and after, of an edit that changed one value; a long one is cut to what has changed. */
  values?: EditedValue | undefined
  /** The same of each of its fields, of an edit that changed two or three. */
  each?: EditedValue[] | undefined
  /** List entries with an `_id` that the edit removed. */
  removed: RemovedEntry[]
  /** Entries that the edit added or changed. Undefined if there are too many. */
  changed?: EntryRef[] | undefined
}

export interface EditedValue {
  before: string
  after: string
}

/** Names an entry of a list: the path of the list, with dots between the keys (`disclaimer.paragraphs`), and its `_id`. */
export interface EntryRef {
  list: string
  id: string
}

interface RemovedEntry extends EntryRef {
  title: string
}
