/** For how long a sign-in, the right password or a passkey counts before what asks for it again (minutes). */
export const PASSWORD_MINUTES = 10

/** For how long the second step of a sign-in can follow its password (minutes). */
export const SECOND_STEP_MINUTES = 5

/** For how long a link works by which a person sets the first or a new password (hours). */
export const PASSWORD_LINK_HOURS = 24

/** A session ends after so many hours without use, and so many days after the sign-in. */
export const SESSION_IDLE_HOURS = 12
export const SESSION_DAYS = 7
