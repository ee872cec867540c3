/**
 * Stores `token` and `username` in local storage, for scripts that call the API. Pages never depend on them: the
 * session cookie decides.
 */
export function storeLogin({ token, username }: { token: string; username: string }) {
  withStorage((storage) => {
    storage.setItem('token', token)
    storage.setItem('username', username)
  })
}

/**
 * Removes the token, which is invalid after a change of the password. The username is still stored; the next sign-in
 * stores a new token.
 */
export function forgetToken() {
  withStorage((storage) => {
    storage.removeItem('token')
  })
}

/** Removes what {@link storeLogin} has stored. */
export function forgetLogin() {
  withStorage((storage) => {
    storage.removeItem('token')
    storage.removeItem('username')
  })
}

function withStorage(use: (storage: Storage) => void) {
  try {
    use(localStorage)
  } catch (error) {
    // Storage may be disabled or full. Signing in and out must still work.
    if (!(error instanceof DOMException)) throw error
  }
}
