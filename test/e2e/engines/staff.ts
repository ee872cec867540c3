import type { Site } from '../start-site.ts'
import type { Visitor } from './visitor.ts'

/** Signs in with username and password. */
export async function signIn(visitor: Visitor, site: Site): Promise<void> {
  await visitor.open('/admin/login')
  await visitor.fill('Username', site.username)
  await visitor.fill('Password', site.password)
  await visitor.click('button', 'Log in')
  await visitor.isAt('/admin')
}
