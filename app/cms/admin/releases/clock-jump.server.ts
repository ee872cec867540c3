import { actorOf } from '#app/cms/platform/author.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatShortMoment } from '#app/cms/publishing/releases/release-time.ts'
import { currentSite } from '#app/cms/site.server.ts'

export type ShownClockJump = NonNullable<ReturnType<typeof shownClockJump>>

/** The jump of the server's clock that a publisher has to confirm, and the releases that wait for it. */
export function shownClockJump(user: Pick<User, 'role'>) {
  const { clock, releases } = currentSite()
  const jump = clock?.jump()
  if (!jump) return undefined
  return {
    from: formatShortMoment(jump.from),
    to: formatShortMoment(jump.to),
    held: releases.clock.held().map(({ id, name, time }) => ({
      id,
      name,
      time: time === undefined ? undefined : formatShortMoment(time),
    })),
    mayConfirm: hasRole(user.role, 'publisher'),
  }
}

/** Confirms the date of the server, and publishes the releases that waited. Rejects with StorageError. */
export async function confirmClock(user: User) {
  const { audit, clock, releases, flash } = currentSite()
  const jump = clock?.jump()
  const held = releases.clock.held().map(({ id }) => id)
  if (jump) {
    await clock?.confirm()
    const detail = { from: jump.from, to: jump.to }
    audit.record({ kind: 'site.clock-confirmed', detail, actor: actorOf(user) })
    await releases.clock.publishDue(true)
  }
  const published = held.filter((id) => releases.find(id)?.state === 'published').length
  return flash.flashRedirect('/admin/releases', {
    kind: 'success',
    message: `The date of the server was confirmed${published > 0 ? `, and ${countOf(published, 'release')} published` : ''}`,
  })
}
