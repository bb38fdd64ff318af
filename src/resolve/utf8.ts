const REPLACEMENT = 0xfffd;

const isSurrogate = (point: number) => point >= 0xd800 && point <= 0xdfff;

/**
 * UTF-8 with U+FFFD for lone surrogates, like TextEncoder, which older versions of React Native do not have.
 */
export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length);
  let size = 0;
  const put = (byte: number) => {
    bytes[size] = byte;
    size += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    let point = text.codePointAt(at) as number;
    if (point > 0xffff) at += 1;
    if (isSurrogate(point)) point = REPLACEMENT;
    if (point < 0x80) put(point);
    else {
      if (point < 0x800) put(0xc0 | (point >> 6));
      else {
        if (point < 0x10000) put(0xe0 | (point >> 12));
        else {
          put(0xf0 | (point >> 18));
          put(0x80 | ((point >> 12) & 0x3f));
        }
        put(0x80 | ((point >> 6) & 0x3f));
      }
      put(0x80 | (point & 0x3f));
    }
  }
  return bytes.subarray(0, size);
}
