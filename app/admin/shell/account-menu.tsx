import { Link } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { forgetLogin } from '#app/editing/form/stored-login.ts'

/** The administrator's name, the way to the account and the way out. */
export function AccountMenu({ username }: { username: string }) {
  return (
    <details className="account">
      <summary>
        <span className="avatar" aria-hidden="true">
          {username.charAt(0).toUpperCase()}
        </span>
        <span className="account__name">{username}</span>
        <Icon name="down" />
      </summary>
      <div className="account__menu">
        <p>
          Signed in as <b>{username}</b>
        </p>
        <Link className="account__item" to="/admin/account" onClick={closeMenu}>
          <Icon name="person" />
          Account
        </Link>
        <form method="post" action="/admin/logout" onSubmit={forgetLogin}>
          <button className="account__item">
            <Icon name="logout" />
            Logout
          </button>
        </form>
      </div>
    </details>
  )
}

/** The page stays when a script changes its address, so the menu would stay as well. */
function closeMenu({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest('details')?.removeAttribute('open')
}
