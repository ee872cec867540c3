import type { Edit } from '#app/cms/editing/server/section-history.server.ts'

/** What was done, without the name of the section before it: that stands beside it. */
export function withoutLabel(reason: string, label = ''): string {
  return label !== '' && reason.startsWith(`${label} `) ? reason.slice(label.length + 1) : reason
}

/** `Years of experience: 35 → 36` for an edit that changed one value. */
export function withValues(what: string, values: Edit['values']) {
  return values ? `${what}: ${values.before} → ${values.after}` : what
}
