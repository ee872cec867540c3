/**
 * Limits the number of entries of an LRUCache that may become large. With the option `max` the cache reserves memory for
 * all of them when it is made: 0.2 MB for 10,000.
 */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
