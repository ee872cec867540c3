import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sharedTmpdir } from '../shared-tmpdir.ts'

/** The file system loses everything that is not on the disk: EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. */
const CUT =
  'open(my $folder, "<", $ARGV[0]) or die; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or die'

/** A separate ext4 file system. */
export interface Disk {
  folder: string
  /** Loses everything that was not synced. From then on every call that needs the disk fails with EIO. */
  cut: () => void
  /** Passes options to `mount -o remount`, such as `ro`. Returns whether that was possible. */
  remount: (options: string) => boolean
  /** Mounts the disk again after a cut, like a restart of the machine. */
  mountAgain: () => void
  remove: () => void
}

/** An ext4 file system in a file; undefined if the machine does not support it. */
export function openExt4Disk(): Disk | undefined {
  if (process.getuid?.() !== 0) return undefined
  const root = mkdtempSync(path.join(sharedTmpdir(), 'reliability-disk-'))
  const [image, folder] = [path.join(root, 'disk.img'), path.join(root, 'disk')]
  // So that hosts of another user can enter it.
  chmodSync(root, 0o755)
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, 128 * 1024 * 1024)
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
  // commit=300 prevents periodic writes: only synced data survives.
  const mount = () => run('mount', '-o', 'loop,commit=300', image, folder)
  const isPossible = run('mkfs.ext4', '-q', image) && mount() && run('perl', '-e', CUT, folder) && run('umount', folder)
  if (!isPossible || !mount()) {
    run('umount', '--lazy', folder)
    rmSync(root, { recursive: true, force: true })
    return undefined
  }
  return {
    folder,
    cut: () => void execFileSync('perl', ['-e', CUT, folder]),
    remount: (options) => run('mount', '-o', `remount,${options}`, folder),
    mountAgain() {
      execFileSync('umount', [folder])
      if (!mount()) throw new Error('The disk could not be mounted again')
    },
    remove() {
      run('umount', '--lazy', folder)
      rmSync(root, { recursive: true, force: true })
    },
  }
}
