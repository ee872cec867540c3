/**
 * Whether a file belongs to the whole site, and thus into the store, rather than to one node alone. What a node makes again
 * from the rest, and what belongs to its process, stays on it; so does everything hidden, except the trash.
 */
export function isShared(name: string): boolean {
  const [root, ...below] = name.split('/')
  if (root !== 'content' && root !== 'uploads' && root !== 'data') return false
  if (below.some((part, at) => part.startsWith('.') && !(root === 'uploads' && at === 0 && part === '.trash'))) {
    return false
  }
  if (below[0] === 'lost+found') return false
  return root !== 'data' || !(OF_ONE_NODE.has(below[0] ?? '') || name === 'data/audit/head.json')
}

/** The three parts of the storage, in the order in which a change of several is taken over: records come before content. */
export const SHARED_ROOTS = ['data', 'uploads', 'content'] as const

/** Below `data`: what this node knows of its mirror. */
export const MIRROR_STATE = 'store-mirror.json'

const OF_ONE_NODE = new Set([
  'variants',
  'history-heads',
  'last-good',
  'image-index.json',
  'document-index.json',
  'purges.json',
  'owner.lock',
  'owner.flock',
  'backup.sock',
  'restore.json',
  MIRROR_STATE,
])
