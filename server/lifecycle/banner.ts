import type { FirstAdministrator } from '../host-interface.ts'

/** What a person who starts the site needs to read: where it is and how to sign in. */
export function banner(origin: string, administrator: FirstAdministrator): string {
  const lines = ['', `  The site is running: ${origin}`, `  Sign in:             ${origin}/admin/login`]
  if (!administrator.created) {
    lines.push('  Password lost?       npm run admin -- reset')
  } else if (administrator.password === undefined) {
    lines.push(`    Username           ${administrator.username}`, '    Password           the one from the settings')
  } else {
    lines.push(
      `    Username           ${administrator.username}`,
      `    Password           ${administrator.password}`,
      '  This password is shown only now. A new one: npm run admin -- reset',
    )
  }
  return `${lines.join('\n')}\n\n`
}
