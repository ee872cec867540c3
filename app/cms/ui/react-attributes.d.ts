import 'react'

// HTML attributes that React 18 does not know. It renders them if they are spelt as in HTML, in lower case.
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
