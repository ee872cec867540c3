/** The fields by which a form says which privacy notice it has shown. */
export const NOTICE_FIELDS = { version: 'noticeVersion', language: 'noticeLanguage' } as const
