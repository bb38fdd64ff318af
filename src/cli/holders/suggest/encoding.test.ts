import { describe, expect, it } from 'vitest';
import { betterEncoding, guessedEncoding } from './encoding.ts';

/** The bytes of a text in an encoding with one byte for each character. */
function bytesOf(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const all = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  const bytes = [...text].map((char) => all.indexOf(char));
  expect(bytes).not.toContain(-1);
  return Buffer.from(bytes);
}

const FILES = [
  ['windows-1252', '1;Müller;Groß\n2;García;Núñez'],
  ['windows-1252', '1;Þórður;Sigurðsson\n2;Björk;Guðmundsdóttir'],
  ['windows-1250', '1;Świątek;Łukasz\n2;Żółć;Małgorzata'],
  ['windows-1250', '1;Dvořák;Jiří\n2;Novotný;Šárka\n3;Žižka;Tomáš'],
  ['iso-8859-2', '1;Świątek;Łukasz\n2;Żółć;Małgorzata'],
  ['windows-1251', '1;Иванов;Пётр\n2;Сидорова;Мария'],
  ['koi8-u', '1;Иванов;Пётр\n2;Сидорова;Мария'],
  ['iso-8859-5', '1;Иванов;Пётр\n2;Сидорова;Мария'],
  ['windows-1253', '1;Παπαδόπουλος;Γιάννης\n2;Άννα;Ιωάννου'],
  ['iso-8859-7', '1;Παπαδόπουλος;Γιάννης\n2;Άννα;Ιωάννου'],
  ['windows-1254', '1;Yılmaz;Gülçin\n2;Şahin;Ömer\n3;Erdoğan;İnönü'],
  ['windows-1257', '1;Kaziūnas;Jonas\n2;Šimkus;Žydrė\n3;Bērziņš'],
] as const;

describe('The guess of an encoding', () => {
  it.each(FILES)('is %s for %j', (encoding, text) => {
    const guess = guessedEncoding(bytesOf(text, encoding));
    expect(guess.encoding).toBe(encoding);
    expect(new Set(guess.letters.split(' '))).toEqual(new Set(text.match(/[^\p{ASCII}]/gu)));
    expect(betterEncoding(bytesOf(text, encoding), encoding)).toBeUndefined();
  });

  it('is shift_jis for names in kanji', () => {
    expect(guessedEncoding(Buffer.from('312c8e52936391be98590a322c93b98ca78eb388ea0a', 'hex')).encoding).toBe(
      'shift_jis',
    );
  });

  it('differs from the encoding of a map whose letters do not fit', () => {
    expect(betterEncoding(bytesOf('1;Παπαδόπουλος\n2;Γιάννης', 'windows-1253'), 'windows-1252')).toBe(
      'windows-1253',
    );
    expect(betterEncoding(bytesOf('1;Παπαδόπουλος', 'windows-1253'), 'iso-8859-15')).toBeUndefined();
  });
});
