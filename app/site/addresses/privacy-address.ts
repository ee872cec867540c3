/** The page with the privacy notice. */
export const PRIVACY_PAGE = '/privacy'

/** The page on which a visitor withdraws what a message may be used for. */
export const WITHDRAW_PAGE = '/privacy/withdraw'
