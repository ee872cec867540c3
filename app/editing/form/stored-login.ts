/**
 * `token` and `username` in local storage are for calls of the API by scripts. Pages never depend on them: the session
 * cookie decides.
 */
export function keepLogin({ token, username }: { token: string; username: string }) {
  withStorage((storage) => {
    storage.setItem('token', token)
    storage.setItem('username', username)
  })
}

/** Removes the token, which has ended with the password; the name stays. The next sign-in brings another. */
export function forgetToken() {
  withStorage((storage) => {
    storage.removeItem('token')
  })
}

/** Removes what {@link keepLogin} has kept. */
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
    // Storage may be switched off or full. Signing in and out must work all the same.
    if (!(error instanceof DOMException)) throw error
  }
}
