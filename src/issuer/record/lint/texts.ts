import type { ValueType } from '../../document-types/index.ts';
import { leaves } from './leaves.ts';
import { isMisread } from './misread.ts';
import { type LintedRecord, type Rule, unless } from './rule.ts';

/** Unicode UAX 9: characters that reverse the direction of a text; and others that nobody sees. */
const INVISIBLE =
  /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\p{Co}\u{e0000}-\u{e007f}]/u;

/** None of them is ASCII. */
const isAscii = (text: string) => !/[\u0080-\uffff]/.test(text);

const isText = ({ type, values }: ValueType) => type === 'text' && values === undefined;

const texts = (record: LintedRecord) => leaves(record, isText);

const clause = 'ISO/IEC 18013-5 7.2.1';

export const TEXT_RULES: readonly Rule[] = [
  {
    id: 'misreadText',
    summary:
      'Texts do not look as if they had been read in the wrong encoding, or written for another format.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless(
        (value) => !isMisread(value as string),
        'looks as if it was read in the wrong encoding: compare it with the source',
        texts(record),
      ),
  },
  {
    id: 'invisibleCharacters',
    summary: 'Texts have no invisible characters and none that reverse their direction.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless(
        (value) => isAscii(value as string) || !INVISIBLE.test(value as string),
        'has invisible characters or characters that reverse its direction: remove them',
        texts(record),
      ),
  },
];
