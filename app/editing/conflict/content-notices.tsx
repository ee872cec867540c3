import type { ReactNode } from 'react'
import { Link } from '@remix-run/react'
import { Icon } from '#app/editing/ui/icon.tsx'

export interface Fault {
  section: string
  file: string
  line: number
  column: number
  message: string
  servesLastGood: boolean
}

/** The file of the section being edited cannot be used: what the form shows instead. */
export function FaultNotice({ fault }: { fault: Fault }) {
  return (
    <Fault fault={fault}>
      {fault.servesLastGood ? (
        'You are editing the last good version; saving replaces the file, which stays in the history.'
      ) : (
        <>
          There is no good version of it yet. Below is what the file says, as far as it can be read; saving replaces the
          file. An <Link to={`/admin/history/${fault.section}`}>earlier version</Link> may be in the history.
        </>
      )}
    </Fault>
  )
}

/** Where a content file is at fault and why, with what that means here. */
export function Fault({ fault: { file, line, column, message }, children }: { fault: Fault; children: ReactNode }) {
  return (
    <div className="status status--note">
      <Icon name="alert" />
      <p>
        <b>
          content/{file} cannot be used: line {line}, column {column}
        </b>
        <span>
          {message}. {children}
        </span>
      </p>
    </div>
  )
}

/** Above what was typed into the form of an entry that is not in its list any more. `save` names the button that adds it. */
export function DeletedNotice({ noun, save }: { noun: string; save: string }) {
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>This {noun} is no longer there.</b>
        <span>Someone may have deleted it. What you typed is still here: “{save}” adds it again.</span>
      </p>
    </div>
  )
}
