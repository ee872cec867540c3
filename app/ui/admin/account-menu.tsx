import { Icon } from '#app/ui/icon.tsx'
import { forgetLogin } from './stored-login.ts'

/** The administrator's name and the way out. */
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
