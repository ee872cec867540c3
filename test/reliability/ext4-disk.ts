import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The file system forgets what it has not put on the disk: EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. */
const CUT =
  'open(my $folder, "<", $ARGV[0]) or die; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or die'

/** An ext4 file system of its own. */
export interface Disk {
  folder: string
  /** It forgets what was not synced; every call that needs it fails with EIO from then on. */
  cut: () => void
  /** Passes options to `mount -o remount`, such as `ro`. Returns whether that was possible. */
  remount: (options: string) => boolean
  /** After a cut: as when the machine starts again. */
  mountAgain: () => void
  remove: () => void
}

/** An ext4 file system in a file; undefined where the machine cannot have one. */
export function openExt4Disk(): Disk | undefined {
  if (process.getuid?.() !== 0) return undefined
  const root = mkdtempSync(path.join(tmpdir(), 'reliability-disk-'))
  const [image, folder] = [path.join(root, 'disk.img'), path.join(root, 'disk')]
  // For hosts of another user.
  chmodSync(root, 0o755)
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, 128 * 1024 * 1024)
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
  // Nothing is written by the clock alone: only what the site has synced survives.
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
