import { isMisread } from '../../../issuer/record/lint/misread.ts';

/** An encoding and the letters that one language, or several, write in it. */
type Profile = readonly [encoding: string, words: RegExp];

const latin = (letters: string) => new RegExp(`^[a-z\\d\\p{P}\\p{Sc}${letters}]*$`, 'u');
const script = (letters: string) => new RegExp(`^[\\d\\p{P}${letters}]*$`, 'u');

const WESTERN = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßœªº°²';
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýžäĺľôŕ', 'áéíóöőúüű', 'čćđšž', 'ăâîşţșț'];
const CYRILLIC = 'а-яёєіїґђјљњћџўѓќ№';
const GREEK = 'α-ωάέήίόύώϊϋΐΰ';
const BALTIC = ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'];

/** The first of several that fit equally well is proposed. */
const PROFILES: readonly Profile[] = [
  ['windows-1252', latin(WESTERN)],
  ['windows-1252', latin('áðéíóúýþæö')],
  ...BALTIC.map((letters): Profile => ['windows-1257', latin(letters)]),
  ['windows-1254', latin('çğıöşüâîûßäéèêàáíóúñ\u0307')],
  ...CENTRAL.map((letters): Profile => ['windows-1250', latin(letters)]),
  ...CENTRAL.map((letters): Profile => ['iso-8859-2', latin(letters)]),
  ...BALTIC.map((letters): Profile => ['iso-8859-13', latin(letters)]),
  ['windows-1258', latin('àáâãèéêìíòóôõùúýăđơưạ-ỹ')],
  ['windows-1253', script(GREEK)],
  ['iso-8859-7', script(GREEK)],
  ['windows-1251', script(CYRILLIC)],
  ['koi8-u', script(CYRILLIC)],
  ['iso-8859-5', script(CYRILLIC)],
  ['ibm866', script(CYRILLIC)],
  ['windows-1255', script('א-ת')],
  ['windows-1256', script('\\p{Script=Arabic}')],
  ['windows-874', script('\\p{Script=Thai}')],
  ['macintosh', latin(WESTERN)],
  ...['shift_jis', 'euc-jp'].map((name): Profile => [name, latin('\\p{sc=Han}\\p{sc=Hira}ァ-ヶー々')]),
  ...['gb18030', 'big5'].map((name): Profile => [name, latin('\\p{sc=Han}')]),
  ['euc-kr', latin('\\p{sc=Hang}\\p{sc=Han}')],
];

/** The part of the words that makes a difference. */
const CLEARLY = 0.1;

interface GuessedEncoding {
  readonly encoding: string;
  /** The letters beyond ASCII that the text then has, in their order. They tell a person more than its name. */
  readonly letters: string;
}

function decoded(head: Buffer, encoding: string): string {
  try {
    // A character may be cut at the end of the part that was read.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true }).normalize('NFC');
  } catch {
    return '';
  }
}

const wordsOf = (text: string) => text.split(/[\s,;|"]+/).filter((word) => /[^\p{ASCII}]/u.test(word));

/** Which part of the words beyond ASCII a language could have, from 0 to 1. */
function plausible(words: readonly string[], letters: RegExp): number {
  const fits = (word: string) =>
    letters.test(word.toLowerCase()) && !/\p{Ll}\p{Lu}/u.test(word) && !isMisread(word);
  return words.length === 0 ? 0 : words.filter(fits).length / words.length;
}

/** How well the letters of a file fit an encoding. */
function encodingFit(head: Buffer, encoding: string): number {
  const words = wordsOf(decoded(head, encoding));
  const fits = PROFILES.filter(([name]) => name === encoding).map(([, letters]) => plausible(words, letters));
  return Math.max(0, ...fits);
}

/** Another encoding whose letters fit a file clearly better than that of its map. */
export function betterEncoding(head: Buffer, encoding: string): string | undefined {
  if (!PROFILES.some(([name]) => name === encoding)) return undefined;
  const guess = guessedEncoding(head).encoding;
  return encodingFit(head, guess) > encodingFit(head, encoding) + CLEARLY ? guess : undefined;
}

/** The encoding of bytes that are not Unicode, by their letters. Bytes do not say it, so it stays a guess. */
export function guessedEncoding(head: Buffer): GuessedEncoding {
  let [encoding = 'windows-1252', most] = ['windows-1252', 0];
  for (const name of new Set(PROFILES.map(([one]) => one))) {
    const found = encodingFit(head, name);
    if (found > most) [encoding, most] = [name, found];
  }
  const letters = new Set(
    wordsOf(decoded(head, encoding))
      .join('')
      .match(/[^\p{ASCII}]/gu) ?? [],
  );
  return { encoding, letters: [...letters].sort().slice(0, 40).join(' ') };
}
