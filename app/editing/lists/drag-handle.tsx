import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** What a row is dragged by, in a list with `useDragOrder`. Screen readers have the buttons that move it. */
export function DragHandle() {
  const isHydrated = useHydrated()
  return (
    isHydrated && (
      <span className="grip" data-drag-handle aria-hidden="true">
        <Icon name="grip" />
      </span>
    )
  )
}
