/**
 * Returns the same bytes in a buffer that holds no other memory. A small buffer, or one from zlib, is a slice
 * of a larger one and would keep all of that in memory.
 */
export function compactBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
