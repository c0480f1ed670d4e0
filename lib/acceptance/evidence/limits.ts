/** Above this the upload is refused before it is read; what tools print stays far below. */
export const MAX_EVIDENCE_BYTES = 16 * 1024 * 1024;
/** Lines of a few characters each, without end, are no output of a tool. */
export const MAX_EVIDENCE_LINES = 500_000;
/** A longer line is no line of a listing or a log: it is kept as unread, cut for showing. */
export const MAX_LINE_CHARS = 65_536;
/** Unread lines shown; the rest is counted. */
export const MAX_UNREAD_LINES = 200;
export const MAX_UNREAD_CHARS = 400;
/** Nesting beyond this is not the output of a tool we read. */
export const MAX_JSON_DEPTH = 64;
/** Payloads in one paste; beyond it the paste is no evidence but an archive. */
export const MAX_PAYLOADS = 10_000;
