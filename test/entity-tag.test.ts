import { expect, test } from 'vitest'
import { COMPRESSIONS } from '../src/http/content-encodings.ts'
import { contentHashIn, entityTag } from '../src/http/entity-tag.ts'

/** A tag that looks as if it named an encoding. */
const HASH = `${'a'.repeat(24)}-br`

test('a tag is found in the ETag of every encoding, also without quotes', () => {
  for (const encoding of ['identity', ...COMPRESSIONS] as const) {
    const etag = entityTag(HASH, encoding)
    expect([contentHashIn(etag), contentHashIn(etag.slice(1, -1))]).toEqual([HASH, HASH])
  }
})

test.each(['', '*', '""', `W/"${HASH}"`, `"${HASH}-deflate"`, `"${HASH}x"`, HASH.slice(1)])(
  'there is no tag in %s',
  (text) => {
    expect(contentHashIn(text)).toBeUndefined()
  },
)
