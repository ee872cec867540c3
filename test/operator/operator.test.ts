import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../e2e/start-site.ts'
import { commandsIn, headingsWithCommands } from './guide.ts'
import { Machine, type Outcome } from './machine.ts'

const DEPLOY = 'deploy/README.md'
const OPERATING = 'docs/operating.md'

/** `npm run test:operator`: installs from the registry as documented. Otherwise the build of the tests is used. */
const isLong = process.env['OPERATOR_INSTALL'] === '1'
const INSTALL = 'npm ci && npm run build && npm prune --omit=dev --no-save'

test('every command of the documents for the operator is followed by a test', () => {
  expect(headingsWithCommands(DEPLOY)).toEqual(['systemd'])
  // Several nodes are tested in scripts/storage-command.test.ts.
  expect(headingsWithCommands(OPERATING)).toEqual(['Several nodes', 'Backup', 'A lost password', 'Upgrade'])
})

describe('the way of an operator, word by word', () => {
  test(
    'installs, signs in, backs up, restores, verifies, resets a password, upgrades and goes back',
    { timeout: isLong ? 1_800_000 : 180_000 },
    async () => {
      const machine = new Machine(await freePort())
      onTestFinished(() => machine.stop(), 120_000)
      let checkout = isLong ? cloneAt(machine, lastRelease()) : await machine.makeCheckout()

      const follow = async (lines: readonly string[]) => {
        const outcomes: Outcome[] = []
        for (const line of lines) {
          if (line === INSTALL && !isLong) continue
          const outcome = await machine.run(line, checkout)
          expect(outcome, `${line}\n${outcome.stderr.slice(-2_000)}`).toMatchObject({ exitCode: 0 })
          if (line.includes('polymer-website ') && /^sudo (?:env|polymer-website)/.test(line))
            expect(outcome.stderr.split('\n')[0], line).toContain(`data ${machine.at('/var/lib/polymer-website')}`)
          outcomes.push(outcome)
        }
        return outcomes
      }

      const [install = [], start = []] = commandsIn(DEPLOY, 'systemd')
      expect(install[0]).toBe(INSTALL)
      await follow(install)
      const settings = machine.at('/etc/polymer-website.env')
      expect(statSync(settings).mode & 0o777).toBe(0o600)
      const origin = `http://localhost:${machine.port}`
      const changed = readFileSync(settings, 'utf8')
        .replace('https://www.example.com', origin)
        .replace('PORT=3000', `PORT=${machine.port}`)
        .replace('METRICS_PORT=9464', 'METRICS_PORT=0')
      writeFileSync(settings, changed)

      const started = await follow(start)
      expect(started.at(-2)?.stdout).toBe('ready\n')
      const password = /Password +(\S+)/.exec(started.at(-1)?.stdout ?? '')?.[1] ?? ''
      expect(await signIn(origin, password)).toBe(true)

      const [backup = [], restore = [], elsewhere = []] = commandsIn(OPERATING, 'Backup')
      const backedUp = await follow(backup)
      expect(backedUp[1]?.stdout).toContain('Backed up')
      expect(backedUp.at(-1)?.stdout).toContain('Nothing is wrong')
      const stats = machine.at('/var/lib/polymer-website/content/home/stats.yaml')
      rmSync(stats)
      await follow(restore)
      expect(statSync(stats).size).toBeGreaterThan(0)
      expect((await follow(elsewhere)).at(-1)?.stdout).toContain('Nothing is wrong')
      expect(statSync(machine.at('/var/lib/polymer-website-copy/content/home/stats.yaml')).size).toBeGreaterThan(0)

      await ready(origin)
      const [reset = []] = commandsIn(OPERATING, 'A lost password')
      const next = /^Password: (.+)$/m.exec((await follow(reset))[0]?.stdout ?? '')?.[1] ?? ''
      expect(await signIn(origin, password)).toBe(false)
      expect(await signIn(origin, next)).toBe(true)

      if (isLong) {
        checkout = cloneAt(machine, 'HEAD')
        await expectDevelopment(machine, checkout)
      }
      const [upgrade = [], goBack = []] = commandsIn(OPERATING, 'Upgrade')
      for (const lines of [upgrade, goBack]) {
        expect((await follow(lines)).at(-1)?.stdout).toBe('ready\n')
        expect(await signIn(origin, next)).toBe(true)
      }
      if (isLong) await expectPlainStart(machine, checkout)

      const site = machine.at('/var/lib/polymer-website')
      // A running site makes and removes temporary files.
      await machine.run('sudo systemctl stop polymer-website', checkout)
      const owners = ['content', 'uploads', 'data'].flatMap((folder) =>
        readdirSync(path.join(site, folder), { recursive: true, encoding: 'utf8' }).map(
          (name) => statSync(path.join(site, folder, name)).uid,
        ),
      )
      expect(new Set(owners)).toEqual(new Set([machine.uid]))

      // Without the settings, the same command would concern the folders of the program.
      const unset = await machine.run('node build/host/command.js backup /var/backups/wrong.tar.gz', checkout)
      expect(unset).toMatchObject({ exitCode: 2, stdout: '' })
      expect(unset.stderr).toContain('No site has run with these folders')
    },
  )
})

/** `npm run dev` in a fresh checkout installs what it needs, and shows the site. */
async function expectDevelopment(machine: Machine, checkout: string) {
  const port = await freePort()
  const page = `curl --silent --fail --retry 300 --retry-delay 1 --retry-connrefused http://localhost:${port}/`
  const { stdout } = await machine.run(
    // `timeout` ends npm and all programs that it has started.
    `env -u NODE_ENV ${settingsOf(machine, 'dev')} PORT=${port} timeout 600 npm run dev & ${page}; kill $!; wait`,
    checkout,
  )
  expect(stdout).toContain('Installing')
  expect(stdout).toContain('<main')
}

/**
 * `npm start` runs what was installed and built, also while the registry cannot be reached. The installation has
 * changed no file of the checkout.
 */
async function expectPlainStart(machine: Machine, checkout: string) {
  const status = await machine.run('git status --porcelain -- . :!deploy', checkout)
  expect(status).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  const settings = `${settingsOf(machine, 'plain')} PORT=0 npm_config_registry=http://127.0.0.1:9`
  const { stdout } = await machine.run(`env ${settings} timeout 30 npm start`, checkout)
  expect(stdout).toContain('The site is running')
  expect(stdout).not.toMatch(/Installing|Building/)
}

/** Folders for a site beside the one of the documents. */
function settingsOf(machine: Machine, name: string) {
  return ['CONTENT', 'UPLOADS', 'DATA'].map((folder) => `${folder}_DIR=${machine.at(`/${name}/${folder}`)}`).join(' ')
}

async function ready(origin: string) {
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 30_000 })
}

/** Whether the form of the sign-in page accepts the password. */
async function signIn(origin: string, password: string): Promise<boolean> {
  const response = await fetch(`${origin}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ username: 'admin', password }),
  })
  await response.body?.cancel()
  return response.status === 303 && response.headers.getSetCookie().length > 0
}

/** The last release, or what was there before the last change if none is tagged. */
function lastRelease(): string {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'HEAD~1'
}

function cloneAt(machine: Machine, commit: string): string {
  const name = commit.replaceAll(/\W/g, '-')
  const clone = machine.at(`/checkout-${name}`)
  for (const args of [
    ['clone', '--quiet', '--no-checkout', '.', clone],
    ['-C', clone, 'checkout', '--quiet', '--detach', commitOf(commit)],
  ])
    expect(spawnSync('git', args, { encoding: 'utf8' })).toMatchObject({ status: 0 })
  machine.adaptDeploy(clone)
  return clone
}

function commitOf(name: string): string {
  return spawnSync('git', ['rev-parse', name], { encoding: 'utf8' }).stdout.trim()
}
