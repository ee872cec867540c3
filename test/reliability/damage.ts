import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'

/**
 * Ways to damage a file. `isFatal`: no text content can survive it, so the host has to report the file. `apply` gets
 * the path and a number that chooses the place.
 */
const DAMAGES: Record<string, { isFatal: boolean; apply: (file: string, at: number) => void }> = {
  'cut off': {
    isFatal: false,
    apply: (file, at) => change(file, (bytes) => bytes.subarray(0, at % (bytes.length + 1))),
  },
  empty: { isFatal: false, apply: (file) => change(file, () => Buffer.alloc(0)) },
  'one bit flipped': {
    isFatal: false,
    apply: (file, at) =>
      change(file, (bytes) => {
        const index = at % bytes.length
        bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << (at % 8)), index)
        return bytes
      }),
  },
  'zeros at the end': {
    isFatal: true,
    apply: (file) => change(file, (bytes) => Buffer.concat([bytes, Buffer.alloc(64)])),
  },
  'zeros alone': { isFatal: true, apply: (file) => change(file, (bytes) => Buffer.alloc(bytes.length)) },
  'not UTF-8': {
    isFatal: true,
    apply: (file) => change(file, (bytes) => Buffer.concat([bytes, Buffer.from([0xff, 0xfe])])),
  },
  'another type': { isFatal: true, apply: (file) => change(file, () => Buffer.from('[1, "two", null]\n')) },
  'unknown fields': { isFatal: true, apply: (file) => change(file, () => Buffer.from('nonsense: true\n')) },
  'many brackets': { isFatal: true, apply: (file) => change(file, () => Buffer.from('['.repeat(200_000))) },
  huge: { isFatal: true, apply: (file) => change(file, () => Buffer.alloc(6_000_000, 'x: y\n')) },
  'a folder in its place': { isFatal: true, apply: (file) => replace(file, () => mkdirSync(file)) },
  'a link to nothing': { isFatal: true, apply: (file) => replace(file, () => symlinkSync('/nonexistent/file', file)) },
  'a link to a device': { isFatal: true, apply: (file) => replace(file, () => symlinkSync('/dev/zero', file)) },
  'a pipe in its place': { isFatal: true, apply: (file) => replace(file, () => execFileSync('mkfifo', [file])) },
  // Root can still read it.
  'no rights': { isFatal: false, apply: (file) => chmodSync(file, 0) },
  removed: { isFatal: true, apply: (file) => rmSync(file) },
  renamed: { isFatal: true, apply: (file) => renameSync(file, `${file}.old`) },
}

/** A planned damage. The numbers `file` and `at` choose the file and the place in it. */
export interface Damage {
  kind: string
  file: number
  at: number
}

export const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom(...Object.keys(DAMAGES)),
  file: fc.nat(),
  at: fc.nat(1_000_000),
})

/** Damages a file. Returns whether no content can have survived. */
export function apply({ kind, at }: Damage, file: string): { isFatal: boolean } {
  const chosen = DAMAGES[kind]
  if (!chosen) throw new Error(`There is no damage ${kind}`)
  chosen.apply(file, at)
  return chosen
}

function change(file: string, make: (bytes: Buffer) => Buffer) {
  writeFileSync(file, make(readFileSync(file)))
}

function replace(file: string, put: () => void) {
  rmSync(file)
  put()
}
