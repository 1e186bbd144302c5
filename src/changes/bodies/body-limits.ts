import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from '../../lib/text/text-limits.ts'

/* The largest bodies in bytes, by what they contain. */

export const MAX_MENU_BYTES = 5 * 1024 * 1024

/** Of a heartbeat, which is empty, and of a mute, which has one time. */
export const MAX_SMALL_BODY_BYTES = 1024

/** A character as JSON may escape it, if it is beyond U+FFFF: `\ud83c\udf55`. */
const LONGEST_CHARACTER_BYTES = 12
/** All names, numbers and punctuation of a patch, and white space. */
const REST_OF_PATCH_BYTES = 16 * 1024
/** Any patch whose texts have the lengths that are allowed, however it is written. */
export const MAX_PATCH_BYTES =
  (MAX_NAME_LENGTH + MAX_DESCRIPTION_LENGTH + MAX_TAGS * MAX_TAG_LENGTH) * LONGEST_CHARACTER_BYTES +
  REST_OF_PATCH_BYTES

/** A patch has few fields, and up to 200 tags. To parse as many as fit into its bytes would stop all others. */
export const MAX_PATCH_VALUES = 5000
/** Of a menu of 25,000 groups and items, as `GET /v1/groups` shows them, each with several tags. */
export const MAX_MENU_VALUES = 500_000

const MEBIBYTE = 1024 * 1024
/** Of bodies that are arriving, or whose requests are not answered yet. */
export const HELD_BYTES = {
  /** Three of the largest menus, and a few patches. One key cannot use up what there is for all. */
  maxBytesOfKey: 3 * MAX_MENU_BYTES + MEBIBYTE,
  /** Of all keys of a process. */
  maxBytes: 64 * MEBIBYTE,
  /** The number of connections limits what is not counted. */
  freeBytes: 4096,
}
