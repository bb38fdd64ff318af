import fc from 'fast-check';

const SURROGATES = 0x800;

/** All code points but surrogates. fast-check's unit `binary` is the same, but it takes a second to be made. */
const codePoint = fc.nat(0x10ffff - SURROGATES).map((at) => (at < 0xd800 ? at : at + SURROGATES));

export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(codePoint, { maxLength }).map((points) => String.fromCodePoint(...points));
