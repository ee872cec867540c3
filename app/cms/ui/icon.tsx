import type { ReactNode } from 'react'

export type IconName = keyof typeof drawings

interface IconFrameProps {
  /** Text alternative, for an icon without text beside it. Without it the icon is hidden from assistive technology. */
  label?: string
  className?: string
  /** Line drawing on a grid of 24. */
  children: ReactNode
}

/** A line icon in the colour of the text, 1.25 em unless CSS says otherwise. */
export function Icon({ name, ...frame }: { name: IconName } & Omit<IconFrameProps, 'children'>) {
  return <IconFrame {...frame}>{drawings[name]}</IconFrame>
}

export function IconFrame({ label, className, children }: IconFrameProps) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {children}
    </svg>
  )
}

/**
 * Line drawings on a grid of 24, one stroke. Named for what they show or do. Visitors load all of them: those that only
 * staff see are in `editing/ui/admin-icon.tsx`.
 */
export const drawings = {
  arrow: <path d="M4 12h16M14 6l6 6-6 6" />,
  back: <path d="M20 12H4M10 6l-6 6 6 6" />,
  out: <path d="M7 17 17 7M8 7h9v9" />,
  down: <path d="m6 9 6 6 6-6" />,
  menu: <path d="M4 8h16M4 16h16" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  alert: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5v5.5M12 16.2v.1" />
    </>
  ),
  pause: <path d="M9 6v12M15 6v12" />,
  play: <path d="M8 5.5v13l11-6.5z" fill="currentColor" />,
  download: <path d="M12 4v11M7 10.5l5 5 5-5M4 20h16" />,
  mail: (
    <>
      <path d="M3.5 6.5h17v11h-17z" />
      <path d="m4 7 8 6.5L20 7" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21z" />
      <circle cx="12" cy="9.5" r="2.5" />
    </>
  ),
  linkedin: <path d="M5 10v9M5 5.5v.1M10 19v-9M10 13.5c0-4.5 8-4.5 8 0V19" />,
  youtube: (
    <>
      <rect x="3" y="6" width="18" height="12" rx="3" />
      <path d="m10.5 9.5 4 2.5-4 2.5z" />
    </>
  ),
  x: <path d="m5 4 14 16M19 4 5 20" />,
  rings: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="5.5" />
      <circle cx="12" cy="12" r="1.5" />
    </>
  ),
  world: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3.5 3 3.5 15 0 18M12 3c-3.5 3-3.5 15 0 18" />
    </>
  ),
  weight: (
    <>
      <path d="M4.5 9h15l-.8 11.5H5.3z" />
      <path d="M7 9c0-6 4-6 4 0M13 9c0-6 4-6 4 0M9 14.5h6" />
    </>
  ),
} satisfies Record<string, ReactNode>
