import type { Env } from '#app/cms/platform/env.server.ts'
import type { Accounts } from './accounts.server.ts'

/** Time until a disk that did not store the first account is tried again (ms). */
const RETRY_MS = 5_000

/**
 * Creates the first account if there is none, and prints how to log in. If the disk does not store it, the site is
 * served without an account until a later attempt succeeds.
 */
export async function introduceAdministrator(accounts: Accounts, env: Env): Promise<void> {
  const administrator = await accounts.ensureAdministrator(env)
  if ('isPending' in administrator) {
    setTimeout(() => void introduceAdministrator(accounts, env), RETRY_MS).unref()
  } else {
    process.stdout.write(banner(env.publicOrigin, administrator))
  }
}

/** For the person who starts the site: its address and how to log in. */
function banner(origin: string, administrator: Awaited<ReturnType<Accounts['ensureAdministrator']>>): string {
  const lines = ['', `  Log in:              ${origin}/admin/login`]
  if (!administrator.created) {
    lines.push('  Password lost?       npm run admin -- reset')
  } else if (administrator.password === undefined) {
    lines.push(`    Username           ${administrator.username}`, '    Password           the one from the settings')
  } else {
    lines.push(
      `    Username           ${administrator.username}`,
      `    Password           ${administrator.password}`,
      '  This password is shown only once. For a new one: npm run admin -- reset',
    )
  }
  // Last: a person who reads that it runs has read how to log in.
  lines.push(`  The site is running: ${origin}`)
  return `${lines.join('\n')}\n\n`
}
