import { formatDay } from '#app/cms/platform/format/day.ts'

/** What visitors read at the addresses of a withdrawn document: its title, the day, and the reason. `on` may be empty. */
export function withdrawalText({ title, on, because }: { title: string; on: string; because: string }): string {
  return `${title} was withdrawn${on === '' ? '' : ` on ${formatDay(on)}`}. Reason: ${because}`
}
