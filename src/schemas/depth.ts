/** How deep groups may nest in groups, and items in items. */
export const MAX_DEPTH = 256
export const TOO_DEEP = `must not nest deeper than ${MAX_DEPTH} levels`
/**
 * How deep JSON may nest. The deepest valid member is a menu: MAX_DEPTH levels of groups, and in the last group as many
 * levels of items. Each level is an object in an array. A few more levels are for the fields around and inside them.
 */
export const MAX_JSON_DEPTH = 4 * MAX_DEPTH + 8
