const REPLACEMENT = 0xfffd;

function scalarOf(character: string): number {
  const point = character.codePointAt(0) as number;
  return point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point;
}

/** UTF-8, with U+FFFD for lone surrogates as TextEncoder has it, which older React Native lacks. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = scalarOf(character);
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
    else {
      if (point < 0x10000) bytes.push(0xe0 | (point >> 12));
      else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f));
      bytes.push(0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    }
  }
  return Uint8Array.from(bytes);
}
