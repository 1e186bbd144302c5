/* Pages know these as well, so this needs nothing. */

/** Whether a message tells of the beginning or of the end of an incident. */
export const MESSAGE_KINDS = ['opened', 'resolved'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]
