import type { ReactNode } from 'react'
import { drawings as publicDrawings, IconFrame } from '#app/cms/ui/icon.tsx'

export type IconName = keyof typeof drawings

/** The icon of the public site, with additional drawings that only staff see. */
export function Icon({ name, ...frame }: { name: IconName; label?: string; className?: string }) {
  return <IconFrame {...frame}>{drawings[name]}</IconFrame>
}

const drawings = {
  ...publicDrawings,
  'move-up': <path d="M12 19V5M6.5 10.5 12 5l5.5 5.5" />,
  'move-down': <path d="M12 5v14M6.5 13.5 12 19l5.5-5.5" />,
  'move-left': <path d="M19 12H5M10.5 17.5 5 12l5.5-5.5" />,
  'move-right': <path d="M5 12h14M13.5 17.5 19 12l-5.5-5.5" />,
  bold: <path d="M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z" strokeWidth="2.2" />,
  italic: <path d="M10.5 5H17M7 19h6.5M14 5l-4 14" />,
  heading: <path d="M6 5v14M18 5v14M6 12h12" strokeWidth="2" />,
  list: <path d="M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1" />,
  link: (
    <>
      <path d="M10 14a4 4 0 0 0 5.8.2l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2" />
      <path d="M14 10a4 4 0 0 0-5.8-.2l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  undo: (
    <>
      <path d="M8 5 4 9l4 4" />
      <path d="M4 9h10a5.5 5.5 0 0 1 0 11h-3" />
    </>
  ),
  redo: (
    <>
      <path d="m16 5 4 4-4 4" />
      <path d="M20 9H10a5.5 5.5 0 0 0 0 11h3" />
    </>
  ),
  swap: <path d="M4 8h14l-3.5-3.5M20 16H6l3.5 3.5" />,
  trash: <path d="M5 7h14M10 4h4M7 7l.8 13h8.4L17 7" />,
  grip: <path d="M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1" strokeWidth="2.4" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  copy: <path d="M9 8.5h11v12H9zM15 8.5v-5H4v12h5" />,
  logout: <path d="M10 4H5v16h5M10 12h10M16 8l4 4-4 4" />,
  image: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="1" />
      <path d="m4 16 5-5 4 4 3-3 4.5 4.5" />
      <circle cx="15.5" cy="9" r="1.2" />
    </>
  ),
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5 5" />
    </>
  ),
  dashboard: <path d="M4 4h7v9H4zM13 4h7v5h-7zM4 15h7v5H4zM13 11h7v9h-7z" />,
  folder: <path d="M3.5 6.5h6l2 2.5h9v9.5h-17z" />,
  history: (
    <>
      <path d="M4 5v4h4M4.3 9A8.5 8.5 0 1 1 3.5 12" />
      <path d="M12 7.5V12l3.2 2" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.4 2" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.5 20c.6-4.2 3.6-6 7.5-6s6.9 1.8 7.5 6" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .9 3.1 2.7 3.5 5.5" />
    </>
  ),
  shield: <path d="M12 3.5 5 6v6c0 4 3 7 7 8.5 4-1.5 7-4.5 7-8.5V6z" />,
  slides: (
    <>
      <rect x="3" y="6" width="13" height="12" rx="1" />
      <path d="M19 8v8M21.5 10v4" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c3.3 3 3.3 14 0 17M12 3.5c-3.3 3-3.3 14 0 17" />
    </>
  ),
  expand: <path d="M13.5 4H20v6.5M20 4l-7.5 7.5M10.5 20H4v-6.5M4 20l7.5-7.5" />,
  sliders: <path d="M4 7h8M18 7h2M4 17h2M12 17h8M15 4v6M9 14v6" />,
  range: <path d="M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z" />,
  stats: <path d="M5 20v-7M12 20V4M19 20v-11" />,
  bundle: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <circle cx="9" cy="10.5" r="2" />
      <circle cx="15" cy="10.5" r="2" />
      <circle cx="12" cy="15.5" r="2" />
    </>
  ),
  tube: (
    <>
      <ellipse cx="7" cy="12" rx="3" ry="6.5" />
      <path d="M7 5.5h11c1.6 0 3 3 3 6.5s-1.4 6.5-3 6.5H7" />
    </>
  ),
  branches: <path d="M3 20C9 20 9 12 12 12s4-7 9-8M12 12c3 0 4 3 9 3M12 12c2 0 5-2 9-2.5" />,
  quality: (
    <>
      <path d="M12 3.5 19 6v6c0 4-3 7-7 8.5C8 19 5 16 5 12V6z" />
      <path d="m9 12 2.2 2.2L15.5 10" />
    </>
  ),
  logos: (
    <>
      <circle cx="8" cy="8" r="4" />
      <path d="M14 4.5h6v6h-6zM4.5 20l3.5-6 3.5 6zM14 17h6" />
    </>
  ),
  news: <path d="M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7 9h7M7 13h7M7 16h4" />,
  page: <path d="M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3.5" />,
  briefcase: <path d="M3.5 8h17v11.5h-17zM9 8V4.5h6V8M3.5 13h17M12 12v2.2" />,
  report: <path d="M6 3.5h8l4 4v13H6zM9 12h6M9 16h6" />,
} satisfies Record<string, ReactNode>
