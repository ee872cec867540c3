import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { copySmallSite } from '../copy-small-site.ts'
import { QUICK_COMPRESSION } from '../e2e/start-site.ts'
import { sharedTmpdir } from '../shared-tmpdir.ts'

/** The user of the site, where the tests run as root: one that no machine has. */
const SITE_UID = 23_456

export interface Outcome {
  exitCode: number | null
  stdout: string
  stderr: string
}

/**
 * A folder that stands for the machine of an operator: `/opt`, `/etc`, `/var` and `/usr/local/bin` of the documented
 * commands are folders in it. The site runs as another user if the tests run as root. `systemctl` starts the unit that
 * was installed there, with its own ExecStart=, EnvironmentFile= and folders; its sandbox is not applied.
 */
export class Machine {
  /** Short, as the path of the socket in the data folder is limited. */
  readonly root = mkdtempSync(path.join(sharedTmpdir(), 'op-'))
  readonly uid = process.getuid?.() === 0 && canReadAs(SITE_UID) ? SITE_UID : process.getuid?.()
  #site: ChildProcess | undefined

  constructor(readonly port: number) {
    chmodSync(this.root, 0o755)
    for (const folder of ['opt', 'etc/systemd/system', 'var/lib', 'var/backups', 'usr/local/bin', 'stubs'])
      mkdirSync(this.at(`/${folder}`), { recursive: true })
    this.#stub('sudo', 'exec "$@"')
    this.#stub('useradd', 'exit 0')
    this.#stub('journalctl', `cat ${this.at('/journal')}`)
  }

  /** The place of a path of the documents. */
  at(name: string): string {
    return path.join(this.root, name)
  }

  /** A documented text, with the paths, the port and the user of this machine. */
  adapt(text: string): string {
    return text
      .replaceAll(/(?<![\w.])\/(?=(?:opt|etc|var|usr\/local\/bin)\/)/g, `${this.root}/`)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('-o polymer-website', `-o ${this.uid}`)
      .replaceAll('localhost:3000', `localhost:${this.port}`)
  }

  /** A checkout with the build of the tests and without an installation of its own. */
  async makeCheckout(): Promise<string> {
    const checkout = this.at('/checkout')
    mkdirSync(checkout)
    await copySmallSite(checkout)
    for (const name of ['build', 'public', 'scripts', 'package.json', 'package-lock.json'])
      cpSync(name, path.join(checkout, name), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
    symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'))
    this.adaptDeploy(checkout)
    return checkout
  }

  /** Changes the paths in the files of `deploy/`, as their first lines ask for. */
  adaptDeploy(checkout: string): void {
    const deploy = path.join(checkout, 'deploy')
    cpSync('deploy', deploy, { recursive: true })
    for (const name of ['polymer-website', 'polymer-website.service', 'polymer-website.env'])
      writeFileSync(path.join(deploy, name), this.adapt(readFileSync(path.join('deploy', name), 'utf8')))
  }

  /** Runs a documented command. The commands of the site get no network. */
  async run(line: string, cwd: string): Promise<Outcome> {
    const action = /^sudo systemctl (?:enable --now|(\S+))/.exec(line)?.[1]
    if (line.startsWith('sudo systemctl')) return this.#systemctl(action ?? 'start')
    const isOffline = /^sudo (?:env .*)?polymer-website (?!backup --rehearse)/.test(line) && hasOwnNetworks
    const command = this.adapt(line)
    const child = spawn(isOffline ? 'unshare' : 'env', [...(isOffline ? ['-n'] : []), 'sh', '-c', command], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'test',
        PATH: `${this.at('/stubs')}:${this.at('/usr/local/bin')}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        HOME: this.root,
        TMPDIR: sharedTmpdir(),
        ...(process.env['npm_config_registry'] && { npm_config_registry: process.env['npm_config_registry'] }),
      },
    })
    const outcome = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (outcome[name] += text))
    await once(child, 'close')
    return { exitCode: child.exitCode, ...outcome }
  }

  async stop(): Promise<void> {
    await this.#systemctl('stop')
    rmSync(this.root, { recursive: true })
  }

  async #systemctl(action: string): Promise<Outcome> {
    const site = this.#site
    if (action === 'stop' && site?.exitCode === null) {
      const ended = once(site, 'exit')
      site.kill()
      await ended
    }
    if (action === 'start') this.#start(readFileSync(this.at('/etc/systemd/system/polymer-website.service'), 'utf8'))
    return { exitCode: 0, stdout: '', stderr: '' }
  }

  #start(unit: string) {
    const valuesOf = (name: string) =>
      [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
    const user = { uid: this.uid, gid: this.uid }
    for (const folder of valuesOf('StateDirectory').join(' ').split(' ')) {
      const place = this.at(`/var/lib/${folder}`)
      mkdirSync(path.dirname(place), { recursive: true, mode: 0o755 })
      mkdirSync(place, { recursive: true, mode: 0o750 })
      if (this.uid !== undefined) chownSync(place, this.uid, this.uid)
    }
    const env: Record<string, string | undefined> = {
      PATH: process.env['PATH'],
      ...parseEnv(valuesOf('Environment').join('\n')),
    }
    for (const file of valuesOf('EnvironmentFile')) Object.assign(env, parseEnv(readFileSync(file, 'utf8')))
    const [cwd] = valuesOf('WorkingDirectory')
    const journal = openSync(this.at('/journal'), 'a')
    try {
      const options = {
        cwd,
        env: { NODE_ENV: 'production' as const, NODE_OPTIONS: `--import ${QUICK_COMPRESSION}`, ...env },
        ...user,
        stdio: ['ignore', journal, journal] as ['ignore', number, number],
      }
      for (const line of valuesOf('ExecStartPre')) {
        const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(line) ?? []
        const { status } = spawnSync('/bin/sh', ['-c', script.replaceAll('$$', '$')], options)
        if (status !== 0) throw new Error(`The unit does not start: ${line}`)
      }
      const [program = '', ...args] = valuesOf('ExecStart').join(' ').split(' ')
      this.#site = spawn(program, args, options)
    } finally {
      closeSync(journal)
    }
  }

  #stub(name: string, script: string) {
    const file = this.at(`/stubs/${name}`)
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
  }
}

/** Whether a process may have a network of its own, without any connection. */
const hasOwnNetworks = spawnSync('unshare', ['-n', 'true']).status === 0

function canReadAs(uid: number): boolean {
  return spawnSync(process.execPath, ['-e', 'require("./package.json")'], { uid, gid: uid }).status === 0
}
