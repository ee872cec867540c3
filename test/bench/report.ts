/** A table in Markdown, columns aligned for those who read it as text. The first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

/** `12,340`, `0.83`, `1.5`: three digits at least, no more after the point than they say. */
export function number(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ''
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** Bytes in thousands: `103 kB`. */
export function kilobytes(bytes: number): string {
  return `${number(bytes / 1000)} kB`
}

/** Where it was measured, since figures mean nothing without it. */
export function machine({ model, cores, memory }: { model: string; cores: number; memory: number }): string {
  return `${model.trim()}, ${cores} cores, ${number(memory / 1e9)} GB of memory, Node ${process.versions.node}`
}
