import { digestOf } from "@/lib/digest/canonical";
import type { BriefContent } from "./schema";

/** Raised when a field is added or its meaning changes, so that old digests stay checkable. */
const BRIEF_SCHEMA_VERSION = 1;

const envelope = (content: BriefContent) => ({ schema: `headroom-brief/${BRIEF_SCHEMA_VERSION}`, brief: content });

/** Lower-case hex SHA-256 of the canonical revision. Number and author are not part of it: content alone is. */
export function revisionDigest(content: BriefContent): string {
  return digestOf(envelope(content));
}
