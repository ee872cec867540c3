import { useEffect, useState, type KeyboardEvent, type PointerEvent as ReactPointerEvent } from 'react'
import { useNonce } from '#app/cms/platform/request-context.tsx'
import { clampShare, PREVIEW_SHARE, rememberedShare, rememberShare } from './preview-choice.ts'

const SHARE_PROPERTY = '--preview-share'
/** Percent by which a key moves the handle. */
const KEY_STEP = 2
/** The shares between which a click on the handle changes. */
const CLICK_SHARES = [PREVIEW_SHARE.min + 4, PREVIEW_SHARE.default, PREVIEW_SHARE.max - 5]
/** Pixels that a pointer may move without dragging. */
const CLICK_TOLERANCE = 3

/**
 * The remembered share as a style of the page that the server sends, before its scripts run. A page that the router
 * opens has it from {@link showRememberedShare}: the policy allows no further inline styles.
 */
export function RememberedShare({ share }: { share: number | undefined }) {
  const nonce = useNonce()
  if (share === undefined || share === PREVIEW_SHARE.default) return null
  return <style nonce={nonce}>{`:root{${SHARE_PROPERTY}:${share}}`}</style>
}

/** Gives the preview the share that this browser remembers. A callback ref: it runs before the element is painted. */
export function showRememberedShare(element: Element | null): void {
  if (element) showShare(rememberedShare(document.cookie))
}

function showShare(share: number) {
  document.documentElement.style.setProperty(SHARE_PROPERTY, String(share))
}

/**
 * The handle between a form and its preview. It is dragged, moved by the arrow keys, Home and End, or clicked for the
 * next of three widths. The width is remembered in this browser.
 */
export function PreviewSplit({ controls }: { controls: string }) {
  const [share, setShare] = useState(() => rememberedShare(document.cookie))
  useEffect(() => {
    showShare(share)
  }, [share])
  const choose = (next: number) => {
    setShare(clampShare(next))
    rememberShare(clampShare(next))
  }
  return (
    <div
      className="preview__split"
      role="separator"
      tabIndex={0}
      aria-label="Width of the preview"
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuemin={PREVIEW_SHARE.min}
      aria-valuemax={PREVIEW_SHARE.max}
      aria-valuenow={share}
      aria-valuetext={`${share} percent of the window`}
      title="Drag to change the width, or click for the next width"
      onKeyDown={(event) => {
        const next = shareByKey(event, share)
        if (next === undefined) return
        event.preventDefault()
        choose(next)
      }}
      onPointerDown={(event) => {
        if (event.button === 0)
          drag(event, {
            onMove: setShare,
            onDrop: choose,
            onClick: () => {
              choose(CLICK_SHARES.find((one) => one > share) ?? CLICK_SHARES[0] ?? PREVIEW_SHARE.default)
            },
          })
      }}
    />
  )
}

/** The share after a key was pressed; undefined for a key that does not move the handle. */
function shareByKey({ key }: KeyboardEvent, share: number) {
  switch (key) {
    case 'ArrowLeft':
      return share + KEY_STEP
    case 'ArrowRight':
      return share - KEY_STEP
    case 'Home':
      return PREVIEW_SHARE.min
    case 'End':
      return PREVIEW_SHARE.max
    default:
      return undefined
  }
}

interface DragHandlers {
  onMove: (share: number) => void
  onDrop: (share: number) => void
  /** Called if the pointer was released where it was pressed. */
  onClick: () => void
}

/** Follows the pointer until it is released. The handle keeps it also over the frame, which has a document of its own. */
function drag(
  { currentTarget, nativeEvent: pressed }: ReactPointerEvent<HTMLElement>,
  { onMove, onDrop, onClick }: DragHandlers,
) {
  const handle: HTMLElement = currentTarget
  const listening = new AbortController()
  const { signal } = listening
  let isDragged = false
  const shareAt = ({ clientX }: PointerEvent) => clampShare((100 * (window.innerWidth - clientX)) / window.innerWidth)
  handle.setPointerCapture(pressed.pointerId)
  handle.addEventListener(
    'pointermove',
    (event) => {
      isDragged ||= Math.abs(event.clientX - pressed.clientX) > CLICK_TOLERANCE
      if (isDragged) onMove(shareAt(event))
    },
    { signal },
  )
  handle.addEventListener(
    'pointerup',
    (event) => {
      listening.abort()
      if (isDragged) onDrop(shareAt(event))
      else onClick()
    },
    { signal },
  )
  handle.addEventListener(
    'pointercancel',
    () => {
      listening.abort()
    },
    { signal },
  )
}
