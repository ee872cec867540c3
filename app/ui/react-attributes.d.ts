/* eslint-disable @typescript-eslint/no-unused-vars -- An interface merges only with the type parameters it has. */
import 'react'

// HTML attributes that React 18 does not know: it passes them on when they are spelt as in HTML, in small letters.
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual'
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
    popovertargetaction?: 'toggle' | 'show' | 'hide'
  }
  interface LinkHTMLAttributes<T> {
    fetchpriority?: 'high' | 'low' | 'auto' | undefined
  }
  interface ImgHTMLAttributes<T> {
    fetchpriority?: 'high' | 'low' | 'auto' | undefined
  }
}
