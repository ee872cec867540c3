/**
 * Whether a file belongs to the whole site, and thus into the store, rather than to one node alone. Files that a node
 * can re-create from the rest, and files of its process, stay local; so do hidden files, except the trash.
 */
export function isShared(name: string): boolean {
  const [root, ...below] = name.split('/')
  if (root !== 'content' && root !== 'uploads' && root !== 'data') return false
  if (below.some((part, at) => part.startsWith('.') && !(root === 'uploads' && at === 0 && part === '.trash'))) {
    return false
  }
  if (below[0] === 'lost+found') return false
  return root !== 'data' || !OF_ONE_NODE.has(below[0] ?? '')
}

/**
 * Whether a process that only reads sees what the data folder of the process that writes has under this name: what is
 * being published is shown before it is in its place, and every process checks the signed addresses of files.
 * Everything else there is for staff alone.
 */
export function isForReaders(name: string): boolean {
  return FOR_READERS.some((folder) => name === folder || name.startsWith(`${folder}/`))
}

/** The three parts of the storage, in the order in which they are compared: records before content. */
export const SHARED_ROOTS = ['data', 'uploads', 'content'] as const

/** Below `data`: the state of this node's mirror. */
export const MIRROR_STATE = 'store-mirror.json'

const OF_ONE_NODE = new Set([
  'assets',
  'variants',
  'history-heads',
  'last-good',
  'parsed-contents.txt',
  'image-index.json',
  'document-index.json',
  'file-hashes.json',
  'purges.json',
  'audit-head.json',
  'owner.lock',
  'owner.flock',
  'backup.sock',
  'restore.json',
  MIRROR_STATE,
])

const FOR_READERS = ['data/publishing', 'data/staged', 'data/releases', 'data/file-address-secret']
