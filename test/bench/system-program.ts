import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Path of a program of the system, installed with apt where it is missing. Throws an Error that says what to install. */
export function systemProgram(name: string, debianPackage = name): string {
  const found = findOnPath(name) ?? (installWithApt(debianPackage) ? findOnPath(name) : undefined)
  if (found === undefined) throw new Error(`${name} is needed. On Debian: apt-get install ${debianPackage}`)
  return found
}

function installWithApt(debianPackage: string) {
  if (process.getuid?.() !== 0 || findOnPath('apt-get') === undefined) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-q', 'update'], { stdio: 'ignore', env })
  return spawnSync('apt-get', ['-qy', 'install', '--no-install-recommends', debianPackage], { env }).status === 0
}

function findOnPath(name: string) {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return folders.map((folder) => path.join(folder, name)).find(isExecutable)
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
