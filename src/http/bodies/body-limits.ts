import { MEBIBYTE } from '../../lib/bytes.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from '../../schemas/text-limits.ts'

/** The most groups and items of a menu in a body, and of the menu that it replaces. Comparing more takes seconds. */
export const MAX_MENU_NODES = 25_000
/** In whole mebibytes. */
export const MAX_MENU_BYTES = Math.ceil((MAX_MENU_NODES * 200) / MEBIBYTE) * MEBIBYTE
/** Enough for groups and items as `GET /v1/groups` shows them, each with several tags. */
export const MAX_MENU_VALUES = 20 * MAX_MENU_NODES

/** For bodies of at most one field: heartbeats (empty) and mutes (a time). */
export const MAX_SMALL_BODY_BYTES = 1024

/** The longest form of one character in JSON: two escapes for a character beyond U+FFFF, such as `\ud83c\udf55`. */
const MAX_CHARACTER_BYTES = 12
/** Room for the names, numbers, punctuation and white space of a patch. */
const REST_OF_PATCH_BYTES = 16 * 1024
/** Enough for any patch with texts of the allowed lengths, however it is escaped. New keys have the same limit. */
export const MAX_PATCH_BYTES =
  (MAX_NAME_LENGTH + MAX_DESCRIPTION_LENGTH + MAX_TAGS * MAX_TAG_LENGTH) * MAX_CHARACTER_BYTES +
  REST_OF_PATCH_BYTES

/** For all bodies but menus. A patch has few fields and up to 200 tags. Parsing as many values as fit into its bytes would block. */
export const MAX_PATCH_VALUES = 5000

/** Limits for bodies that are arriving, or whose requests have no response yet. */
export const BODY_BUDGET = {
  /** Enough for three of the largest menus and a few patches, so that one key cannot use up the total. */
  maxBytesOfKey: 3 * MAX_MENU_BYTES + MEBIBYTE,
  /** The limit for all keys of a process together. */
  maxBytes: 64 * MEBIBYTE,
  // The number of connections limits the total of the bytes that are not counted.
  /** The first bytes of each body, up to this number, are not counted: small bodies are always accepted. */
  uncountedBytes: 4096,
}
