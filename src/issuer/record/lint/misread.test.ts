import { describe, expect, it } from 'vitest';
import { isMisread } from './misread.ts';

const NAMES = [
  'Müller',
  'Παπαδόπουλος',
  'Иванов',
  'Żółć',
  'Yılmaz',
  'Nguyễn',
  'O’Connor',
  '李伟',
  'محمد',
  'כהן',
];
const PAGES = [1250, 1251, 1252, 1253, 1254, 1257].map((page) => `windows-${page}`);

/** The bytes of a text in an encoding with one byte for each character. */
function bytesOf(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const all = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  const bytes = [...text].map((char) => all.indexOf(char));
  expect(bytes).not.toContain(-1);
  return Uint8Array.from(bytes);
}

describe('Texts that were decoded wrongly', () => {
  it.each([...PAGES, 'macintosh', 'ibm866'])('UTF-8 that was read as %s is found', (encoding) => {
    const read = NAMES.map((name) => new TextDecoder(encoding).decode(Buffer.from(name)));
    expect(read.filter((text) => !isMisread(text))).toEqual([]);
  });

  it.each([
    ['Παπαδόπουλος', 'windows-1253'],
    ['Γιάννης', 'iso-8859-7'],
    ['Иванов', 'windows-1251'],
    ['Пётр', 'koi8-r'],
    ['Świątek', 'windows-1250'],
    ['Bożena', 'iso-8859-2'],
    ['Łukasz', 'iso-8859-2'],
    ['כהן', 'windows-1255'],
  ])('%s in %s that was read as windows-1252 is found', (name, encoding) => {
    expect(isMisread(new TextDecoder('windows-1252').decode(bytesOf(name, encoding)))).toBe(true);
  });

  it.each(['M?ller', 'M&uuml;ller', 'M&#252;ller', 'M%C3%BCller', 'M\\u00fcller', 'M├╝ller'])(
    '%s is found: its letter was lost, or written for another format',
    (text) => {
      expect(isMisread(text)).toBe(true);
    },
  );

  const RIGHT =
    'Ãlvares,Łukasz Żółć,Þórður Sigurðsson,Kaziūnas,O´Brien,Mª José,L·lorenç,¿Qué?,½ Main St,CAFÉ»,ΜΑΡΊΑ,AT&T,Smith & Sons,100%,ĐẶNG,Œuvré,Øystein Ærø,Київ,МАРІЯ,m²,A&B;C,Ağaoğlu,who?';
  it.each([...NAMES, ...RIGHT.split(',')])('%s is right', (text) => {
    expect(isMisread(text)).toBe(false);
  });
});
